import { newEventRecorder } from '../../../lib/events/event-recorder.ts';
import { ConfigMap, CoreEvent, Event } from '../../../lib/object/kinds.ts';
import { equal, is } from '../../kit/assert.ts';
import { RecordingLogger } from '../../kit/recording-logger.ts';
import { testServer } from '../../kit/server.ts';
import { suite } from '../../kit/suite.ts';

suite('EventRecorder on an API server', (test) => {
  test('writes events and their repetitions, and people find them both ways', async (t) => {
    const { client, namespace } = await testServer(t);
    const metadata = { name: 'settings', namespace };
    const obj = await client.create(t.ctx, ConfigMap, { metadata });
    const logger = new RecordingLogger();
    const recorder = newEventRecorder({ client, controller: 'example.com/settings', logger });
    const event = { type: 'Warning', reason: 'Unreadable', note: 'line 3 is no JSON', related: obj } as const;
    recorder.record(obj, event);
    await recorder.flush();
    recorder.record(obj, event);
    recorder.record(obj, event);
    await recorder[Symbol.asyncDispose]();
    equal(logger.lines, []);
    const [written, ...others] = await client.listAll(t.ctx, Event, { namespace });
    equal(others, []);
    equal(
      [written?.reason, written?.note, written?.series?.count, written?.regarding?.uid],
      ['Unreadable', 'line 3 is no JSON', 3, obj.metadata?.uid],
    );
    const fieldSelector = 'involvedObject.name=settings';
    const [core] = await client.listAll(t.ctx, CoreEvent, { namespace, fieldSelector });
    is(core?.message, 'line 3 is no JSON');
  });
});
