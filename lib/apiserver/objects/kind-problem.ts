import { structOfKind } from '../builtin/go-structs.ts';
import { badRequest, type StatusError } from '../status-error.ts';

/** What a body should hold. */
export interface ExpectedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What an object says of itself. */
export interface GivenKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Why an object of this type cannot be taken for one of the expected built-in kind, in the words of Go's table of
 * types; undefined when it is of that kind.
 */
export function kindProblem(
  { group, version, kind: expected }: ExpectedKind,
  { apiVersion, kind }: GivenKind,
): string | undefined {
  if (kind === expected && apiVersion === (group === '' ? version : `${group}/${version}`)) return undefined;
  const own = group === '' ? 'core' : group.split('.', 1)[0];
  const given = apiVersion.split('/').at(-1);
  return structOfKind(`${apiVersion}/${kind}`) === undefined
    ? notRegistered({ apiVersion, kind })
    : `converting (${given}.${kind}) to (${own}.${expected}): unknown conversion`;
}

/**
 * @param refuse makes the error. Default: that of a body.
 * @throws 400, unless an object of the given type can be taken for one of the expected built-in kind.
 */
export function checkKind(
  expected: ExpectedKind,
  given: GivenKind,
  refuse: (why: string) => StatusError = (why) => cannotHandle(given, expected.kind, why),
): void {
  const problem = kindProblem(expected, given);
  if (problem !== undefined) throw refuse(problem);
}

/** Of a kind that nobody knows, or that is of no use where it came. */
export function notRegistered({ apiVersion, kind }: GivenKind): string {
  return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
}

/** 400: an object that says what it is cannot be read as one of the expected kind. */
export function cannotHandle({ apiVersion, kind }: GivenKind, expected: string, why: string): StatusError {
  const version = apiVersion.split('/').at(-1);
  return badRequest(
    `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected}: ${why}`,
  );
}
