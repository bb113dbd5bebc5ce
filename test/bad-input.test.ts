import { errorMessage, isInvalidConfig } from '../lib/errors.ts';
import { connect } from '../lib/client/connection.ts';
import { BROKEN_KUBECONFIGS } from './bad-input/broken-kubeconfigs.ts';
import { WRONG_OPTIONS } from './bad-input/wrong-options.ts';
import { is, ok, rejects, throws } from './kit/assert.ts';
import { suite } from './kit/suite.ts';
import { temporaryFolder } from './lib/client/temporary-folder.ts';

suite('wrong options', (test) => {
  for (const [says, construct] of Object.entries(WRONG_OPTIONS)) {
    test(`get: ${says}`, () => {
      const error = throws(construct);
      is((error as Error).message, says);
      ok(isInvalidConfig(error));
    });
  }
});

suite('broken kubeconfigs', (test) => {
  for (const [name, { text, context, says }] of Object.entries(BROKEN_KUBECONFIGS)) {
    test(`are explained: ${name}`, async ({ ctx }) => {
      await using folder = await temporaryFolder();
      const file = text === undefined ? `${folder.path}/config` : await folder.write('config', text);
      const choice = context === undefined ? {} : { context };
      const used = async (): Promise<void> => {
        await using client = await connect({ kubeconfig: file, ...choice, env: { PATH: folder.path } });
        await client.raw(ctx, { method: 'GET', path: '/version', retry: false });
      };
      const error = await rejects(used());
      const firstCauses = errorMessage(error).replaceAll(file, 'FILE');
      is(firstCauses.slice(0, says.length), says);
      ok(isInvalidConfig(error));
      ok(!firstCauses.includes('secret'), 'shows what may be a secret');
    });
  }
});
