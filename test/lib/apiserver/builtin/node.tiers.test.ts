import { randomUUID } from 'node:crypto';

import { background } from '../../../../context/index.ts';
import { Node } from '../../../../lib/object/kinds.ts';
import { equal } from '../../../kit/assert.ts';
import { testServer } from '../../../kit/server.ts';
import { suite } from '../../../kit/suite.ts';

const TAINT = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

suite(
  'nodes',
  (test) => {
    test('are tainted when they are new, and stay free of taints that somebody takes away', async (t) => {
      const { ctx, client } = await testServer(t);
      const ref = { name: `node-${randomUUID()}` };
      const own = { key: 'example.com/own', effect: 'NoSchedule' };
      const made = await client.create(ctx, Node, { metadata: ref, spec: { taints: [own] } });
      t.defer(async () => void (await client.delete(background(), Node, ref)));
      equal(made.spec?.taints, [own, TAINT]);
      const freed = await client.patch(ctx, Node, ref, { type: 'merge', value: { spec: { taints: null } } });
      equal(freed.spec?.taints, undefined);
      const labelled = { type: 'merge', value: { metadata: { labels: { a: 'b' } } } } as const;
      equal((await client.patch(ctx, Node, ref, labelled)).spec?.taints, undefined);
    });
  },
  { timeoutMs: 20_000 },
);
