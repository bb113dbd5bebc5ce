import type { JsonObject } from '../../../../lib/object/json.ts';
import { Job } from '../../../../lib/object/kinds.ts';
import { equal } from '../../../kit/assert.ts';
import { testServer } from '../../../kit/server.ts';
import { suite } from '../../../kit/suite.ts';

const SPEC = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'main:1' }] };

/** Nothing starts it. */
const SUSPENDED = { suspend: true, template: { spec: SPEC } };

suite(
  'jobs',
  (test) => {
    test('have labels of their own, though they begin with those of their pods', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const ref = { namespace, name: 'one' };
      const made = await client.create(ctx, Job, { metadata: ref, spec: SUSPENDED });
      const ofPods = made.spec?.template.metadata?.labels;
      equal(made.metadata?.labels, ofPods);
      const operations = [{ op: 'add', path: '/metadata/labels/own', value: 'yes' }] as const;
      const labelled = await client.patch(ctx, Job, ref, { type: 'json', operations });
      equal(labelled.metadata?.labels, { ...ofPods, own: 'yes' });
      equal(labelled.spec?.template.metadata?.labels, ofPods);
    });

    test('get the labels of the template that comes with a status', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const metadata = { namespace, name: 'one' };
      const made = await client.create(ctx, Job, { metadata, spec: SUSPENDED });
      const labels: JsonObject = { sent: 'yes' };
      const template = { metadata: { labels }, spec: SPEC };
      const sent = { metadata, spec: { ...SUSPENDED, template }, status: { active: 0 } };
      const updated = await client.update(ctx, Job, sent as unknown as Job, { subresource: 'status' });
      equal(updated.metadata?.labels, labels);
      equal(updated.spec?.template.metadata?.labels, made.spec?.template.metadata?.labels);
    });

    test('that go with a status are answered with the labels that were sent: none', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const ref = { namespace, name: 'one' };
      const metadata = { ...ref, finalizers: ['example.com/keep'] };
      await client.create(ctx, Job, { metadata, spec: SUSPENDED });
      await client.delete(ctx, Job, ref, { propagationPolicy: 'Background' });
      const last = await client.update(
        ctx,
        Job,
        { metadata: ref, spec: SUSPENDED },
        { subresource: 'status' },
      );
      equal(last.metadata?.labels, undefined);
      equal(await client.tryGet(ctx, Job, ref), undefined);
    });
  },
  { timeoutMs: 20_000 },
);
