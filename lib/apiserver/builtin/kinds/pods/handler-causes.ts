import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { forbiddenCause, invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../../fields.ts';
import { countCauses } from '../causes/count-causes.ts';
import { portCauses, portNameProblems } from '../causes/port-causes.ts';
import { textCauses } from '../causes/text-causes.ts';

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;
const MOMENTS = ['postStart', 'preStop'] as const;
const SCHEMES = ['HTTP', 'HTTPS'];
const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
];
const HEADER_RULE =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

/**
 * Causes of what is done to a container that runs: its probes, and what happens at its start and its end.
 *
 * @param graceSeconds how long its pod may take to end.
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validateProbe, validateLifecycle)
 */
export function handlersCauses(
  container: JsonValue,
  graceSeconds: number | undefined,
  path: string,
): readonly StatusCause[] {
  const moments = MOMENTS.filter((name) => at(container, 'lifecycle', name) !== undefined);
  return [
    ...moments.flatMap((name) =>
      handlerCauses(objectAt(container, 'lifecycle', name), graceSeconds, `${path}.lifecycle.${name}`),
    ),
    ...PROBES.filter((name) => at(container, name) !== undefined).flatMap((name) =>
      probeCauses(objectAt(container, name), name, `${path}.${name}`),
    ),
  ];
}

/** Causes of handlers where none may be: in a container that runs before the others, and ends. */
export function noHandlersCauses(container: JsonValue, path: string): readonly StatusCause[] {
  const why = 'may not be set for init containers without restartPolicy=Always';
  return ['lifecycle', ...PROBES]
    .filter((name) => at(container, name) !== undefined)
    .map((name) => forbiddenCause(`${path}.${name}`, why));
}

function probeCauses(probe: JsonObject, name: (typeof PROBES)[number], path: string): readonly StatusCause[] {
  const [grace, successes] = [at(probe, 'terminationGracePeriodSeconds'), at(probe, 'successThreshold')];
  const field = `${path}.terminationGracePeriodSeconds`;
  const isReadiness = name === 'readinessProbe';
  return [
    ...handlerCauses(probe, undefined, path),
    ...countCauses(probe, path, COUNTS),
    ...(typeof grace === 'number' && grace <= 0
      ? [invalidCause(field, grace, 'must be greater than 0')]
      : []),
    ...(isReadiness && grace !== undefined
      ? [invalidCause(field, grace, 'must not be set for readinessProbes')]
      : []),
    ...(isReadiness || successes === 1
      ? []
      : [invalidCause(`${path}.successThreshold`, successes, 'must be 1')]),
  ];
}

type HandlerCauses = (
  handler: JsonObject,
  path: string,
  graceSeconds: number | undefined,
) => readonly StatusCause[];

/** In the order in which the API server looks for them. */
const HANDLERS: Readonly<Record<string, HandlerCauses>> = {
  exec: (exec, path) => (listAt(exec, 'command').length === 0 ? [requiredCause(`${path}.command`)] : []),
  httpGet: httpCauses,
  tcpSocket: (socket, path) => portOrNameCauses(at(socket, 'port'), `${path}.port`),
  grpc: (call, path) => portOrNameCauses(numberAt(call, 'port'), `${path}.port`),
  sleep: sleepCauses,
};

/** There is just one handler; the others are not looked at. */
function handlerCauses(
  handlers: JsonObject,
  graceSeconds: number | undefined,
  path: string,
): readonly StatusCause[] {
  const [first, ...others] = Object.keys(HANDLERS).filter((name) => handlers[name] !== undefined);
  if (first === undefined) return [requiredCause(path, 'must specify a handler type')];
  return [
    ...HANDLERS[first]!(objectAt(handlers, first), `${path}.${first}`, graceSeconds),
    ...others.map((name) => forbiddenCause(`${path}.${name}`, 'may not specify more than 1 handler type')),
  ];
}

function httpCauses(request: JsonObject, path: string): readonly StatusCause[] {
  const names = listAt(request, 'httpHeaders').map((header) => textAt(header, 'name'));
  return [
    ...(textAt(request, 'path') === '' ? [requiredCause(`${path}.path`)] : []),
    ...portOrNameCauses(at(request, 'port'), `${path}.port`),
    ...unsupportedCauses(`${path}.scheme`, textAt(request, 'scheme'), SCHEMES),
    ...names
      .filter((name) => !/^[-A-Za-z0-9]+$/u.test(name))
      .map((name) => invalidCause(`${path}.httpHeaders`, name, HEADER_RULE)),
  ];
}

function portOrNameCauses(port: JsonValue | undefined, field: string): readonly StatusCause[] {
  if (typeof port !== 'string') return portCauses(field, port ?? 0);
  return textCauses(field, port, portNameProblems);
}

function sleepCauses(
  sleep: JsonObject,
  path: string,
  graceSeconds: number | undefined,
): readonly StatusCause[] {
  const seconds = numberAt(sleep, 'seconds');
  if (graceSeconds === undefined || (seconds >= 0 && seconds <= graceSeconds)) return [];
  const why = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
  return [invalidCause(path, seconds, why)];
}
