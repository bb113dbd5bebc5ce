import { goJsonProblem } from '../../../../lib/apiserver/requests/go-json-problem.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const cases = {
  'an object': ['{"a": [1, -2.5e+3, "x\\u00e9\\n", null, true, false, {}]}', undefined],
  nothing: ['', 'unexpected end of JSON input'],
  'an object that ends early': ['{"a"', 'unexpected end of JSON input'],
  'a comma at the end of an object': [
    '{"a":1,}',
    "invalid character '}' looking for beginning of object key string",
  ],
  'a comma at the end of a list': ['[1,]', "invalid character ']' looking for beginning of value"],
  'a key without quotes': ['{a', "invalid character 'a' looking for beginning of object key string"],
  'a key without a colon': ['{"a" 1}', "invalid character '1' after object key"],
  'members without a comma': ['{"a":1 "b"}', `invalid character '"' after object key:value pair`],
  'items without a comma': ['[1 2]', "invalid character '2' after array element"],
  'a zero in front': ['01', "invalid character '1' after top-level value"],
  'a sign alone': ['-x', "invalid character 'x' in numeric literal"],
  'a point without digits': ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  'an exponent without digits': ['1ex', "invalid character 'x' in exponent of numeric literal"],
  'half a word': ['no', "invalid character 'o' in literal null (expecting 'u')"],
  'an escape that is none': [String.raw`"\x"`, "invalid character 'x' in string escape code"],
  'a code that is none': [
    String.raw`"\u12g"`,
    String.raw`invalid character 'g' in \u hexadecimal character escape`,
  ],
  'a line break in a text': ['"\n"', String.raw`invalid character '\n' in string literal`],
  'a single quote': ["'", String.raw`invalid character '\'' looking for beginning of value`],
} as const;

suite('goJsonProblem', (test) => {
  for (const [name, [text, want]] of Object.entries(cases))
    test(`says what is wrong with ${name}`, () => {
      equal(goJsonProblem(Buffer.from(text)), want);
    });

  test('survives lists in lists without end', () => {
    equal(goJsonProblem(Buffer.from('['.repeat(100_000))), 'exceeded max depth');
  });
});
