import type { JsonObject } from '../../../../lib/object/json.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { newApi } from '../api.ts';
import { recordings } from '../golden/recordings.ts';
import { askAll, type Answers } from './questions.ts';

/** Cases in which we answer otherwise, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'unknown reason':
    'refused just so, but as a field of the definition: its published schema enumerates the reasons',
};

/** The cases in which two servers differ, with what one of them answered. */
function pick(answers: Answers | undefined, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, answers?.[name]]));
}

suite('rules of custom resources', (test) => {
  test(
    'are judged as the real API server judges them',
    async (t) => {
      const api = await newApi(t);
      const ask = async (method: string, path: string, body?: JsonObject): Promise<JsonObject> =>
        (await api.call(method, path, body)).body as unknown as JsonObject;
      const ours = await askAll(ask, () => api.server.idle());
      const theirs = recordings<Answers>('cel');
      for (const group of ['definitions', 'expressions', 'rules'] as const) {
        const names = Object.keys(theirs[group] ?? {}).filter(
          (name) => JSON.stringify(ours[group][name]) !== JSON.stringify(theirs[group]?.[name]),
        );
        const unexpected = names.filter((name) => !Object.hasOwn(DIFFERENT, name));
        equal(
          pick(ours[group], unexpected),
          pick(theirs[group], unexpected),
          `${group}: ${unexpected.join(', ')}`,
        );
      }
    },
    { timeoutMs: 10_000 },
  );
});
