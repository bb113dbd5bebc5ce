import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../../fields.ts';
import { labelName } from '../../../objects/names.ts';
import { fractionWarnings } from './fraction-warnings.ts';
import { repeated } from '../causes/repeated.ts';

interface Placed {
  readonly container: JsonValue;
  readonly path: string;
}

/**
 * What is odd about a pod's spec, and allowed all the same.
 *
 * @see kubernetes/kubernetes:pkg/api/pod/warnings.go
 */
export function podSpecWarnings(spec: JsonObject, path: string): readonly string[] {
  const containers = ['initContainers', 'containers'].flatMap((list) =>
    listAt(spec, list).map((container, index): Placed => ({ container, path: `${path}.${list}[${index}]` })),
  );
  return [
    ...containers.flatMap((one) => [...byteWarnings(one), ...envWarnings(one)]),
    ...portWarnings(containers),
    ...portNameWarnings(containers),
    ...(numberAt(spec, 'terminationGracePeriodSeconds') < 0
      ? [
          `${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
        ]
      : []),
  ];
}

/** A name that is none for pods, or hosts. */
function nameWarnings({ metadata: { name } }: ApiObject): readonly string[] {
  const problems = labelName(name);
  if (problems.length === 0) return [];
  return [
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
  ];
}

function byteWarnings({ container, path }: Placed): readonly string[] {
  return fractionWarnings(objectAt(container, 'resources'), `${path}.resources`, 'container');
}

function envWarnings({ container, path }: Placed): readonly string[] {
  const variables = listAt(container, 'env');
  const names = variables.map((one) => textAt(one, 'name'));
  const second = repeated(names);
  return variables.flatMap((one, index) => {
    const name = names[index]!;
    const reference = `$(${name})`;
    const value = textAt(one, 'value');
    const goesOn = value !== reference && value.includes(reference) && at(one, 'valueFrom') === undefined;
    if (!second.has(index) || goesOn) return [];
    const quoted = JSON.stringify(name);
    return [
      `${path}.env[${index}]: hides previous definition of ${quoted}, which may be dropped when using apply`,
    ];
  });
}

/** An answer has room for a few dozen. */
const MOST_CLASHES = 1000;

interface Port {
  readonly field: string;
  readonly key: string;
  readonly name: string;
  readonly hostIP: string;
  readonly hostPort: number;
}

function portsOf(containers: readonly Placed[]): readonly Port[] {
  return containers.flatMap(({ container, path }) =>
    listAt(container, 'ports').map((port, index) => ({
      field: `${path}.ports[${index}]`,
      key: `${numberAt(port, 'containerPort')}/${textAt(port, 'protocol')}`,
      name: textAt(port, 'name'),
      hostIP: textAt(port, 'hostIP'),
      hostPort: numberAt(port, 'hostPort'),
    })),
  );
}

/** Of two ports each, the later one is told of: of n that are alike, there are half of n squared. */
function portWarnings(containers: readonly Placed[]): readonly string[] {
  return clashes(portsOf(containers)).take(MOST_CLASHES).toArray();
}

function* clashes(ports: readonly Port[]): Generator<string, void, undefined> {
  const known = new Map<string, Port[]>();
  for (const port of ports) {
    const others = known.get(port.key) ?? [];
    for (const other of others) {
      const clash = clashOf(port, other);
      if (clash !== undefined) yield `${port.field}: ${clash} port definition with ${other.field}`;
    }
    others.push(port);
    known.set(port.key, others);
  }
}

function clashOf(one: Port, other: Port): string | undefined {
  if (one.hostIP === other.hostIP && one.hostPort === other.hostPort) return 'duplicate';
  if (one.hostPort === 0 || other.hostPort === 0) return 'overlapping';
  const isOpen = (one.hostIP === '') !== (other.hostIP === '');
  return one.hostPort === other.hostPort && isOpen ? 'dangerously ambiguous' : undefined;
}

function portNameWarnings(containers: readonly Placed[]): readonly string[] {
  const first = new Map<string, string>();
  return portsOf(containers).flatMap(({ name, field }) => {
    const known = first.get(name);
    if (name !== '' && known === undefined) first.set(name, field);
    if (name === '' || known === undefined) return [];
    return [
      `${field}: duplicate port name ${JSON.stringify(name)} with ${known}, services and probes that select ports by name will use ${known}`,
    ];
  });
}

/** The same for the template of an object. */
export function templateWarnings(obj: ApiObject): readonly string[] {
  return podSpecWarnings(objectAt(obj, 'spec', 'template', 'spec'), 'spec.template.spec');
}

/**
 * The same for an object whose pods are called after it: its name is told of when it is new.
 *
 * @param isSame whether an update leaves nothing to tell of.
 */
export function workloadWarnings(
  obj: ApiObject,
  old: ApiObject | undefined,
  isSame: (obj: ApiObject, old: ApiObject) => boolean = isSameSpec,
): readonly string[] {
  if (old === undefined) return [...nameWarnings(obj), ...templateWarnings(obj)];
  return isSame(obj, old) ? [] : templateWarnings(obj);
}

export function isSameSpec(obj: ApiObject, old: ApiObject): boolean {
  return isDeepStrictEqual(at(obj, 'spec'), at(old, 'spec'));
}
