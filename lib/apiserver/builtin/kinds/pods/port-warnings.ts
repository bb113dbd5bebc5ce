import type { JsonValue } from '../../../../object/json.ts';
import { listAt, numberAt, textAt } from '../../../fields.ts';
import type { PlacedContainer } from './placed-containers.ts';

/** A port of a container, and where it is. */
export interface PlacedPort {
  readonly field: string;
  readonly name: string;
  readonly hostIP: string;
  readonly hostPort: number;
  readonly containerPort: number;
  readonly protocol: string;
}

/** All ports of these containers. */
export function placedPorts(containers: readonly PlacedContainer[]): readonly PlacedPort[] {
  return containers.flatMap(({ container, path }) =>
    listAt(container, 'ports').map((port, index) => portOf(port, `${path}.ports[${index}]`)),
  );
}

function portOf(port: JsonValue, field: string): PlacedPort {
  const [name, hostIP, protocol] = ['name', 'hostIP', 'protocol'].map((member) => textAt(port, member));
  const [hostPort, containerPort] = ['hostPort', 'containerPort'].map((member) => numberAt(port, member));
  return {
    field,
    name: name!,
    hostIP: hostIP!,
    hostPort: hostPort!,
    containerPort: containerPort!,
    protocol: protocol!,
  };
}

/** Of two ports each that clash, the later one is told of: of n that are alike, there are half of n squared. */
export function* portWarnings(ports: readonly PlacedPort[]): Generator<string, void, undefined> {
  const known = new Map<string, PlacedPort[]>();
  for (const port of ports) {
    if (port.hostIP !== '' && port.hostPort === 0)
      yield `${port.field}: hostIP set without hostPort: ${shown(port)}`;
    const key = `${port.containerPort}/${port.protocol}`;
    const others = known.get(key) ?? [];
    for (const other of others) {
      const clash = clashOf(port, other);
      if (clash !== undefined) yield `${port.field}: ${clash} port definition with ${other.field}`;
    }
    others.push(port);
    known.set(key, others);
  }
}

/** As Go prints it. */
function shown({ name, hostPort, containerPort, protocol, hostIP }: PlacedPort): string {
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
}

function clashOf(one: PlacedPort, other: PlacedPort): string | undefined {
  if (one.hostIP === other.hostIP && one.hostPort === other.hostPort) return 'duplicate';
  if (one.hostPort === 0 || other.hostPort === 0) return 'overlapping';
  const isOpen = (one.hostIP === '') !== (other.hostIP === '');
  return one.hostPort === other.hostPort && isOpen ? 'dangerously ambiguous' : undefined;
}

export function portNameWarnings(ports: readonly PlacedPort[]): readonly string[] {
  const first = new Map<string, string>();
  return ports.flatMap(({ name, field }) => {
    const known = first.get(name);
    if (name !== '' && known === undefined) first.set(name, field);
    if (name === '' || known === undefined) return [];
    return [
      `${field}: duplicate port name ${JSON.stringify(name)} with ${known}, services and probes that select ports by name will use ${known}`,
    ];
  });
}
