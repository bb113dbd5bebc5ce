import { systemClock } from '../../../context/index.ts';
import type { ApiObject } from '../../../lib/apiserver/api-object.ts';
import { loadBuiltins } from '../../../lib/apiserver/builtin/load-builtins.ts';
import { MemoryStorage } from '../../../lib/apiserver/memory-storage.ts';
import type { Draft } from '../../../lib/apiserver/objects/draft.ts';
import { ObjectStore } from '../../../lib/apiserver/objects/object-store.ts';
import { collectionOf, ResourceRegistry } from '../../../lib/apiserver/resource-registry.ts';
import { startApiServer } from '../../../lib/apiserver/server.ts';
import type { JsonObject } from '../../../lib/object/json.ts';
import { defined, is, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

/** What of its content a client would send. Default: all of it. */
const SENT: Readonly<Record<string, (stored: ApiObject) => JsonObject>> = {
  namespaces: () => ({}),
  services: ({ spec }) => ({ spec: { ...(spec as JsonObject), internalTrafficPolicy: undefined } }),
};

function draftOf(collection: string, stored: ApiObject): Draft {
  const { apiVersion: _v, kind: _k, metadata, ...content } = stored;
  const { name, labels, annotations } = metadata;
  const draft = {
    metadata: { name, ...(labels && { labels }), ...(annotations && { annotations }) },
    ...(SENT[collection]?.(stored) ?? content),
  };
  return JSON.parse(JSON.stringify(draft)) as Draft;
}

/** As it is kept and sent, without what each server gives it itself. */
function text({ apiVersion, kind, metadata, ...content }: ApiObject): string {
  const { uid: _u, resourceVersion: _r, creationTimestamp: _t, ...rest } = metadata;
  return JSON.stringify({ apiVersion, kind, metadata: rest, ...content });
}

suite('storeReadyMade', (test) => {
  test('stores the first objects as their creation would', async () => {
    await using server = await startApiServer({ listen: false, rbac: true, tls: true });
    const clock = systemClock;
    const registry = new ResourceRegistry(await loadBuiltins());
    const objects = new ObjectStore(new MemoryStorage({ clock }), clock);
    const first = [...server.storage.state().objects];
    ok(first.length > 140);
    const namespacesFirst = first.toSorted((left, right) => rank(left.collection) - rank(right.collection));
    for (const { collection, key, object } of namespacesFirst) {
      const definition = defined(registry.ofCollection(collection));
      is(collectionOf(definition), collection);
      const created = objects.create(definition, object.metadata.namespace, draftOf(collection, object));
      is(text(object), text(created), `${collection} ${key}`);
    }
  });

  test('leaves alone what is there', async () => {
    await using before = await startApiServer({ listen: false, rbac: true });
    const restored = before.storage.state();
    await using after = await startApiServer({ listen: false, rbac: true, restored });
    is(after.storage.revision, before.storage.revision);
  });
});

function rank(collection: string): number {
  return collection === 'namespaces' ? 0 : 1;
}
