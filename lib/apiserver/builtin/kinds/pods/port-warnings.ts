import type { JsonValue } from '../../../../object/json.ts';
import { listAt, numberAt, textAt } from '../../../fields.ts';
import type { PlacedContainer } from './container-warnings.ts';

interface Port {
  readonly field: string;
  readonly key: string;
  readonly name: string;
  readonly hostIP: string;
  readonly hostPort: number;
  /** As Go prints it. */
  readonly shown: string;
}

function portsOf(containers: readonly PlacedContainer[]): readonly Port[] {
  return containers.flatMap(({ container, path }) =>
    listAt(container, 'ports').map((port, index) => portOf(port, `${path}.ports[${index}]`)),
  );
}

function portOf(port: JsonValue, field: string): Port {
  const [name, hostIP, protocol] = ['name', 'hostIP', 'protocol'].map((member) => textAt(port, member));
  const [hostPort, containerPort] = ['hostPort', 'containerPort'].map((member) => numberAt(port, member));
  return {
    field,
    key: `${containerPort}/${protocol}`,
    name: name!,
    hostIP: hostIP!,
    hostPort: hostPort!,
    shown: `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`,
  };
}

/** Of two ports each that clash, the later one is told of: of n that are alike, there are half of n squared. */
export function* portWarnings(containers: readonly PlacedContainer[]): Generator<string, void, undefined> {
  const known = new Map<string, Port[]>();
  for (const port of portsOf(containers)) {
    if (port.hostIP !== '' && port.hostPort === 0)
      yield `${port.field}: hostIP set without hostPort: ${port.shown}`;
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

export function portNameWarnings(containers: readonly PlacedContainer[]): readonly string[] {
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
