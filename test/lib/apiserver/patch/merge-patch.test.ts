import { applyMergePatch } from '../../../../lib/apiserver/patch/merge-patch.ts';
import type { JsonValue } from '../../../../lib/object/json.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

/** RFC 7386, appendix A: document, patch, result. */
const RFC: readonly (readonly [string, string, string])[] = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"a":1,"e":null}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
];

/** Where Kubernetes goes beyond the RFC, in lists and in the order of members: document, patch, result. */
const BEYOND: typeof RFC = [
  ['{}', '{"a":[{"b":null,"c":1}]}', '{"a":[{"c":1}]}'],
  ['{"a":[1]}', '{"a":[null,[{"b":null}]]}', '{"a":[null,[{}]]}'],
  ['{"a":{"b":1}}', '{"a":[{"b":null}]}', '{"a":[{"b":null}]}'],
  ['{"b":{"z":1,"a":1},"a":1}', '{"a":{"z":1,"a":1}}', '{"a":{"a":1,"z":1},"b":{"z":1,"a":1}}'],
];

suite('applyMergePatch', (test) => {
  for (const [doc, patch, want] of [...RFC, ...BEYOND])
    test(`makes ${want} of ${doc} by ${patch}`, () => {
      const result = applyMergePatch(JSON.parse(doc) as JsonValue, JSON.parse(patch) as JsonValue);
      equal(JSON.stringify(result), want);
    });

  test('changes neither argument', () => {
    const doc = Object.freeze({ a: Object.freeze({ b: 1 }) });
    const patch = Object.freeze({ a: Object.freeze({ b: null, c: 2 }) });
    equal(applyMergePatch(doc, patch), { a: { c: 2 } });
  });
});
