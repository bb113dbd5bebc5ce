import { join } from 'node:path';

import { buildPinned } from '../../control-plane/build.ts';
import { type Pin, pins, requiredVersion } from '../../control-plane/pins.ts';
import type { Conversation } from '../conversation.ts';

const FOLDER = import.meta.dirname;
const JSON_PREFERRED =
  'who prefers protobuf and takes JSON as well is answered in JSON, in which a list of nothing is there';
const NAME = 'client-go-conversation';

/**
 * Built with a warm build cache in seconds, with a cold one in minutes.
 *
 * @throws when client-go is of another Kubernetes than the control plane.
 */
function pin(): Pin {
  const version = requiredVersion(FOLDER, 'k8s.io/client-go');
  const ofServer = pins().find(({ packages }) => 'kube-apiserver' in packages)?.version;
  if (version.replace(/^v0/u, 'v1') !== ofServer)
    throw new Error(
      `cannot talk with Kubernetes ${ofServer} by client-go ${version}: align the go.mod files`,
    );
  return {
    folder: FOLDER,
    version,
    packages: { [NAME]: '.' },
    linkerFlags: '-s -w',
    sources: ['main.go', 'typed.go', 'untyped.go', 'expiry.go', 'informers.go', 'elections.go'],
  };
}

/** client-go: typed clients in JSON and in protobuf, untyped ones, informers, a reflector, leader election. */
export const clientGo: Conversation = {
  name: 'client-go',
  prepare: async () => ({
    command: [join(await buildPinned([pin()], (line) => console.error(line)), NAME)],
  }),
  differences: {
    'protobuf: list of nothing': { why: JSON_PREFERRED, ours: /"items":\[\]/ },
  },
};
