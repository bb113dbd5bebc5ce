import {
  type Client,
  Framework,
  type FrameworkConfig,
  ResourceRouter,
  ResourceSet,
  Secret,
  newInformer,
} from 'operatorkit';
import type { Logger } from 'operatorkit/context';
import { ownedObjects } from 'operatorkit/resource';

import { Keyring } from './keyring.ts';

export interface VersionsOptions extends Partial<FrameworkConfig<Keyring>> {
  readonly client: Client;
  readonly logger: Logger;
  /** Default: all namespaces. */
  readonly namespace?: string;
}

/**
 * Two versions of an operator's logic in one process: keyrings of version 1 have one Secret, those of version 2 a
 * Secret for each password. Whoever changes `spec.version` moves a keyring, in either direction.
 */
export function newVersionsOperator(options: VersionsOptions): Framework<Keyring> {
  const { client, logger, namespace, ...config } = options;
  const scope = namespace === undefined ? {} : { namespace };
  const common = { client, owner: Keyring.kind, kinds: [Secret], ...scope };
  const together = ownedObjects<Keyring, Secret>({
    ...common,
    name: 'keyring-v1',
    desired: (_, keyring) => (keyring.spec.version === 1 ? [secretOfAll(keyring)] : []),
  });
  const apart = ownedObjects<Keyring, Secret>({
    ...common,
    name: 'keyring-v2',
    desired: (_, keyring) => (keyring.spec.version === 2 ? secretsOfEach(keyring) : []),
  });
  // A set's own resource comes first, so that its Secrets are there before those of the other version go.
  const resourceSets = [
    new ResourceSet<Keyring>({ logger, handles: isOfVersion(1), resources: [together, apart] }),
    new ResourceSet<Keyring>({ logger, handles: isOfVersion(2), resources: [apart, together] }),
  ];
  return new Framework<Keyring>({
    ...config,
    name: 'versions',
    logger,
    client,
    crd: Keyring.crd,
    schema: Keyring,
    status: true,
    informer: newInformer<Keyring>({ client, kind: Keyring.kind, ...scope }),
    resourceRouter: new ResourceRouter<Keyring>({ logger, resourceSets }),
  });
}

function isOfVersion(version: number): (keyring: Keyring) => boolean {
  return (keyring) => keyring.spec.version === version;
}

function secretOfAll({ metadata, spec }: Keyring): Secret {
  const entries = Object.entries(spec.passwords).map(([name, password]) => [name, base64(password)]);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: metadata?.name ?? '' },
    data: Object.fromEntries(entries) as Record<string, string>,
  };
}

function secretsOfEach({ metadata, spec }: Keyring): Secret[] {
  return Object.entries(spec.passwords).map(([name, password]) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${metadata?.name}-${name}` },
    data: { password: base64(password) },
  }));
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
