/** What is used of the generator's description of everything that is exported. */
export interface Reference {
  readonly name: string;
  readonly kind: number;
  readonly comment?: unknown;
  readonly signatures?: readonly { readonly comment?: unknown }[];
  readonly children?: readonly Reference[];
}

const MODULE = 2;
const FUNCTION = 64;
const CLASS = 128;

/**
 * Classes and functions whose docstring is missing, as `module.name`. Interfaces and types may go without: their
 * members say what there is to say.
 */
export function undocumented({ children = [] }: Reference): string[] {
  return children
    .filter(({ kind }) => kind === MODULE)
    .flatMap(({ name, children: exported = [] }) =>
      exported.filter(lacksComment).map((reflection) => `${name}.${reflection.name}`),
    );
}

function lacksComment({ kind, comment, signatures = [] }: Reference): boolean {
  if (kind === CLASS) return comment === undefined;
  return kind === FUNCTION && signatures.every((signature) => signature.comment === undefined);
}
