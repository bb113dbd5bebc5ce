import { base64Problem } from '../../../../lib/apiserver/objects/base64-problem.ts';
import { is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

/** What a real server says of each as a value of a Secret. */
const CASES: Readonly<Record<string, string | undefined>> = {
  '': undefined,
  'YQ==': undefined,
  'YWJj\nZGVm': undefined,
  'example/com/mine': undefined,
  'example.com/mine': 'illegal base64 data at input byte 7',
  'aaa.': 'illegal base64 data at input byte 3',
  YWJ: 'illegal base64 data at input byte 0',
  'Y-_=': 'illegal base64 data at input byte 1',
  'YQ=': 'illegal base64 data at input byte 3',
  'YQ\n=\n=': undefined,
  'YW==YQ==': 'illegal base64 data at input byte 4',
  'Y===': 'illegal base64 data at input byte 1',
  'YWJjZA=': 'illegal base64 data at input byte 7',
  'YWJjZA===': 'illegal base64 data at input byte 8',
  'YWJjZA==\n': undefined,
  'aaaaa\n': 'illegal base64 data at input byte 5',
  'aaaa\naa': 'illegal base64 data at input byte 5',
  'aaaa\naa=': 'illegal base64 data at input byte 8',
  aé: 'illegal base64 data at input byte 1',
};

suite('base64Problem', (test) => {
  for (const [text, want] of Object.entries(CASES))
    test(`judges ${JSON.stringify(text)} as Go does`, () => is(base64Problem(text), want));
});
