import {
  type Client,
  type Kind,
  type Registry,
  defineKind,
  newClient,
  newUndiciTransport,
} from 'operatorkit';

import { GROUP, KIND, PLURAL, VERSION } from '../replay/objects.ts';

/** The replayed custom resource. */
export const Widget: Kind = defineKind({
  apiVersion: `${GROUP}/${VERSION}`,
  kind: KIND,
  plural: PLURAL,
  namespaced: true,
});

export function widgetClient(url: string, registry: Registry): Client {
  return newClient({ transport: newUndiciTransport({ server: url }), registry });
}
