import { InvalidConfigError, requireOption } from '../../errors.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';

export interface PauseOptions {
  /**
   * What else pauses an object: annotations by name, with the value that they must have, to the letter. One of
   * the names that hold by default replaces its value. Default none.
   */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Whether `cluster.x-k8s.io/paused: "true"` and `operatorkit.giantswarm.io/paused: "true"` count. Default true. */
  readonly defaults?: boolean;
}

/** @see giantswarm/operatorkit:pkg/controller/controller.go */
const DEFAULTS: Readonly<Record<string, string>> = {
  'cluster.x-k8s.io/paused': 'true',
  'operatorkit.giantswarm.io/paused': 'true',
};

/**
 * The annotations that pause objects, with their values; none where pausing is switched off.
 *
 * @param option `FrameworkConfig.pause`.
 * @throws InvalidConfigError for an annotation without a name or a value, and where there is none at all.
 */
export function pauseAnnotations(option: false | PauseOptions = {}): Readonly<Record<string, string>> {
  if (option === false) return {};
  const { annotations = {}, defaults = true } = requireOption('FrameworkConfig.pause', option);
  for (const [name, value] of Object.entries(annotations)) checkAnnotation(name, value);
  const all = defaults ? { ...DEFAULTS, ...annotations } : { ...annotations };
  if (Object.keys(all).length === 0)
    throw new InvalidConfigError(
      'FrameworkConfig.pause.annotations must not be empty when FrameworkConfig.pause.defaults is false; use pause: false to switch pausing off',
    );
  return all;
}

/** The annotation that pauses the object; undefined when none does. The value counts to the letter. */
export function pausedBy(
  { metadata }: KubernetesObject,
  annotations: Readonly<Record<string, string>>,
): string | undefined {
  const carried = metadata?.annotations ?? {};
  return Object.keys(annotations).find((name) => carried[name] === annotations[name]);
}

function checkAnnotation(name: string, value: unknown): void {
  if (name === '')
    throw new InvalidConfigError('FrameworkConfig.pause.annotations must not have an empty name');
  if (typeof value !== 'string' || value === '')
    throw new InvalidConfigError(
      `FrameworkConfig.pause.annotations[${name}] must be the value that pauses, a text such as "true"; got ${JSON.stringify(value)}`,
    );
}
