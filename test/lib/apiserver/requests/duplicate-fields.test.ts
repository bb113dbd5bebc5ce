import { duplicateFields } from '../../../../lib/apiserver/requests/duplicate-fields.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const CASES: Readonly<Record<string, { readonly text: string; readonly want: readonly string[] }>> = {
  none: { text: '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', want: [] },
  'at the root': { text: '{"a":1,"a":2}', want: ['a'] },
  nested: { text: '{"spec":{"x":{"y":1,"y":2}}}', want: ['spec.x.y'] },
  'in a list': { text: '{"l":[0,{"x":1,"x":2}]}', want: ['l[1].x'] },
  'in a list of lists': { text: '{"l":[[{}],[{"x":1},{"x":1,"x":2}]]}', want: ['l[1][1].x'] },
  'three times': { text: '{"a":1,"a":2,"a":3}', want: ['a'] },
  'values that look like names': { text: '{"a":"a","b":"a:","c":["a","a"]}', want: [] },
  'escaped quotes': { text: String.raw`{"a\"":1,"a\\":2,"a\"":3}`, want: ['a"'] },
  'the same name, spelled differently': { text: String.raw`{"a":1,"\u0061":2}`, want: ['a'] },
  'with whitespace': { text: '{ "a" : 1 ,\n "a"\t:\r\n2 }', want: ['a'] },
  'no object': { text: '[1,"a",null]', want: [] },
};

suite('duplicateFields', (test) => {
  for (const [name, { text, want }] of Object.entries(CASES))
    test(`finds fields that come twice: ${name}`, () => {
      equal(duplicateFields(text), want);
    });
});
