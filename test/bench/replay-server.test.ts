import {
  type Scenario,
  checkScenario,
  eventVersion,
  lastVersion,
  lastVersionsAbove,
  listVersion,
  listedVersion,
  nameOf,
  objectJson,
} from '../../bench/replay/objects.ts';
import { ReplayServer } from '../../bench/replay/server.ts';
import { equal, is, ok, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

const WIDGETS = '/apis/bench.operatorkit.dev/v1/widgets';

interface Widget {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
}

interface List {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly Widget[];
}

async function getJson<T>(url: string): Promise<T> {
  const response = await fetch(url, { headers: { connection: 'close' } });
  return (await response.json()) as T;
}

/** Reads that many events of a watch, then leaves it. */
async function readEvents(url: string, count: number): Promise<Widget[]> {
  const controller = new AbortController();
  const response = await fetch(url, { signal: controller.signal, headers: { connection: 'close' } });
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.split('\n').length > count) break;
  }
  controller.abort();
  const lines = text.split('\n').slice(0, count);
  return lines.map((line) => (JSON.parse(line) as { readonly object: Widget }).object);
}

suite('objectJson', (test) => {
  test('makes objects of about 2 KB with two managers', () => {
    const json = objectJson(1234, listedVersion(1234));
    const { metadata } = JSON.parse(json) as { metadata: { managedFields: readonly { manager: string }[] } };
    ok(json.length > 2000 && json.length < 2600, `${json.length} bytes`);
    equal(
      metadata.managedFields.map(({ manager }) => manager),
      ['kubectl-client-side-apply', 'widget-operator'],
    );
    is(json, objectJson(1234, listedVersion(1234)));
  });
});

suite('lastVersion', (test) => {
  const sizes = { 'no events': [5, 0], 'one event each': [5, 5], 'an uneven rest': [5, 13] } as const;
  for (const [name, [objects, events]] of Object.entries(sizes)) {
    test(`agrees with a replay: ${name}`, () => {
      const scenario = { objects, events };
      const versions = Array.from({ length: objects }, (_, index) => listedVersion(index));
      for (let event = 0; event < events; event += 1)
        versions[event % objects] = eventVersion(scenario, event);
      equal(
        versions.map((_, index) => lastVersion(scenario, index)),
        versions,
      );
      ok(events === 0 || versions.every((version) => version > lastVersionsAbove(scenario)));
    });
  }

  test('has no meaning where events leave objects out', () => {
    for (const scenario of [
      { objects: 5, events: 4 },
      { objects: 0, events: 0 },
    ])
      throws(() => checkScenario(scenario), /cannot replay/);
  });
});

suite('ReplayServer', (test) => {
  const scenario: Scenario = { objects: 25, events: 60 };

  test('lists in pages that follow each other', async () => {
    await using server = new ReplayServer(scenario);
    const url = await server.listen();
    const names: string[] = [];
    let token: string | undefined = '';
    while (token !== undefined) {
      const page: List = await getJson(`${url}${WIDGETS}?limit=10&continue=${token}`);
      is(page.metadata.resourceVersion, String(listVersion(scenario)));
      names.push(...page.items.map(({ metadata }) => metadata.name));
      token = page.metadata.continue;
      is(page.metadata.remainingItemCount ?? 0, scenario.objects - names.length);
    }
    equal(
      names,
      Array.from({ length: scenario.objects }, (_, index) => nameOf(index)),
    );
  });

  test('lists everything at resourceVersion 0, whatever the limit, however small the writes', async () => {
    await using server = new ReplayServer({ ...scenario, writeBytes: 100 });
    const list = await getJson<List>(`${await server.listen()}${WIDGETS}?limit=10&resourceVersion=0`);
    equal(
      list.items.map(({ metadata }) => metadata.resourceVersion),
      Array.from({ length: scenario.objects }, (_, index) => String(listedVersion(index))),
    );
  });

  test('sends the events once somebody says go, with rising versions, round robin', async () => {
    await using server = new ReplayServer(scenario);
    const url = await server.listen();
    const watch = `${url}${WIDGETS}?watch=true&resourceVersion=${listVersion(scenario)}`;
    const [events] = await Promise.all([
      readEvents(watch, scenario.events),
      getJson<object>(`${url}/replay/go`),
    ]);
    equal(
      events.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`),
      Array.from(
        { length: scenario.events },
        (_, event) => `${nameOf(event % scenario.objects)} ${eventVersion(scenario, event)}`,
      ),
    );
  });

  test('goes on at once from a version in the middle', async () => {
    await using server = new ReplayServer(scenario);
    const url = await server.listen();
    const version = eventVersion(scenario, 49);
    const events = await readEvents(`${url}${WIDGETS}?watch=1&resourceVersion=${version}`, 10);
    is(events[0]?.metadata.resourceVersion, String(version + 1));
  });

  test('refuses to stream the list, as a server without that feature', async () => {
    await using server = new ReplayServer(scenario);
    const url = `${await server.listen()}${WIDGETS}?watch=true&sendInitialEvents=true`;
    const { code, reason } = await getJson<{ code: number; reason: string }>(url);
    equal([code, reason], [422, 'Invalid']);
  });
});
