import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readDataFile, writeDataFile } from '../../../../lib/apiserver/command/data-file.ts';
import { StateKeeper } from '../../../../lib/apiserver/command/state-keeper.ts';
import { VirtualClock } from '../../../../lib/testing/virtual-clock.ts';
import { defined, equal, is, match, ok, rejects } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { CRDS, newApi, newSiteApi, NS, site, SITES } from '../api.ts';
import { newFolder } from './folder.ts';

suite('readDataFile', (test) => {
  test('brings back a server as it was, with custom kinds and versions', async (t) => {
    const path = join(await newFolder(t), 'data');
    const before = await newSiteApi(t);
    const created = await before.ok('POST', SITES, site('one'));
    await writeDataFile(path, before.server.storage.state(), true);
    const restored = defined(await readDataFile(path));
    const after = await newApi(t, { restored });
    equal(await after.ok('GET', `${SITES}/one`), created);
    is(after.server.storage.revision, before.server.storage.revision);
    const next = await after.ok('POST', SITES, site('two'));
    is(Number(next.metadata.resourceVersion), restored.revision + 1);
    await after.ok('DELETE', `${CRDS}/sites.example.com`);
  });

  test('lets watches go on after a good end, and start over after a bad one', async (t) => {
    const path = join(await newFolder(t), 'data');
    const before = await newApi(t);
    const { resourceVersion } = (await before.ok('GET', `${NS}/configmaps`)).metadata;
    for (const clean of [true, false]) {
      await writeDataFile(path, before.server.storage.state(), clean);
      const after = await newApi(t, { restored: defined(await readDataFile(path)) });
      ok(after.server.storage.revision >= before.server.storage.revision);
      const watch = await after.watch(`${NS}/configmaps?watch=1&resourceVersion=${resourceVersion}`);
      await after.ok('POST', `${NS}/configmaps`, { metadata: { name: 'new' } });
      const event = await watch.next();
      equal([event?.type, event?.object.code], clean ? ['ADDED', undefined] : ['ERROR', 410]);
    }
  });

  test('knows no file, and refuses others without showing them', async (t) => {
    const folder = await newFolder(t);
    is(await readDataFile(join(folder, 'none')), undefined);
    const path = join(folder, 'data');
    await writeDataFile(path, (await newApi(t)).server.storage.state(), true);
    const whole = await readFile(path, 'utf8');
    await writeFile(path, whole.split('\n').slice(0, -2).join('\n'));
    await rejects(() => readDataFile(path), /it has \d+ objects instead of \d+; it was cut or changed$/u);
    await writeFile(path, whole);
    await appendFile(path, '{"my secret');
    await rejects(() => readDataFile(path), /cannot read --data .*data: line \d+ is not JSON$/u);
    await writeFile(path, '{}');
    await rejects(() => readDataFile(path), /it is no file of this version of operatorkit-apiserver$/u);
    await rejects(() => readDataFile(folder), /cannot read --data/u);
  });

  test('is for its owner alone, and leaves nothing beside it', async (t) => {
    const folder = await newFolder(t);
    const path = join(folder, 'data');
    await writeDataFile(path, (await newApi(t)).server.storage.state(), true);
    is((await stat(path)).mode & 0o777, 0o600);
    equal(await readdir(folder), ['data']);
  });
});

suite('StateKeeper', (test) => {
  test('saves what changed, a second later, and at the end', async (t) => {
    const path = join(await newFolder(t), 'data');
    const api = await newApi(t);
    const clock = new VirtualClock();
    const errors: unknown[] = [];
    const { storage } = api.server;
    const keeper = new StateKeeper({ path, storage, clock, onError: (error) => errors.push(error) });
    const stop = new AbortController();
    const running = keeper.run(stop.signal);
    await clock.advance(1000);
    stop.abort();
    await running;
    match(await readFile(path, 'utf8'), /^\{[^\n]*"clean":false\}\n/u);
    await keeper.finish();
    match(await readFile(path, 'utf8'), /^\{[^\n]*"clean":true\}\n/u);
    equal(errors, []);
  });

  test('tells of a save that failed, and goes on', async (t) => {
    const path = join(await newFolder(t), 'missing', 'data');
    const { server } = await newApi(t);
    const clock = new VirtualClock();
    const failed = Promise.withResolvers<unknown>();
    const options = { path, storage: server.storage, clock, onError: failed.resolve };
    const stop = new AbortController();
    const running = new StateKeeper(options).run(stop.signal);
    await clock.advance(1000);
    match(String(await failed.promise), /ENOENT/u);
    stop.abort();
    await running;
  });
});
