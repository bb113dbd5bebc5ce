import { parseLabelSelector } from '../../../../lib/apiserver/selectors/label-selector.ts';
import { is, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const LABELS = { app: 'web', tier: 'front', size: '3', empty: '', 'example.com/team': 'a' };

const MATCHES: Readonly<Record<string, boolean>> = {
  '': true,
  app: true,
  '!app': false,
  absent: false,
  '!absent': true,
  'app=web': true,
  'app==web': true,
  'app!=web': false,
  'app=api': false,
  'absent!=x': true,
  'empty=': true,
  'app=': false,
  'app in (web,api)': true,
  'app in (api)': false,
  'app notin (api)': true,
  'absent notin (x)': true,
  'app notin (web)': false,
  'app=web,tier=front': true,
  'app=web,tier=back': false,
  'app = web , tier in ( front , back )': true,
  'size>2': true,
  'size<3': false,
  'app>2': false,
  'example.com/team=a': true,
  'n in ()': false,
};

const REFUSED: Readonly<Record<string, string>> = {
  'a===': "unable to parse requirement: found '=', expected: identifier",
  ',': "found ',', expected: !, identifier, or 'end of string'",
  'a b': "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
  'a,': "found '', expected: identifier after ','",
  'a=b c': "found 'c', expected: ',' or 'end of string'",
  'n>x': `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
  'n in x': "unable to parse requirement: found 'x' expected: '('",
  'n in (x': "unable to parse requirement: found '', expected: ',' or ')'",
  '!': "unable to parse requirement: found '', expected: identifier",
};

suite('parseLabelSelector', (test) => {
  for (const [selector, want] of Object.entries(MATCHES))
    test(`"${selector}" ${want ? 'selects' : 'does not select'} the labels`, () => {
      is(parseLabelSelector(selector)(LABELS), want);
    });

  for (const [selector, message] of Object.entries(REFUSED))
    test(`refuses "${selector}" in the words of the API server`, () => {
      is((throws(() => parseLabelSelector(selector)) as Error).message, message);
    });

  test('refuses keys and values that no label can have', () => {
    throws(() => parseLabelSelector('-a=b'), /name part must consist of/u);
    throws(() => parseLabelSelector('a=-b'), /a valid label must be/u);
    throws(() => parseLabelSelector('a/b/c'), /a valid label key must consist of/u);
  });

  test('takes no label from the prototype of an object', () => {
    is(parseLabelSelector('constructor')({}), false);
  });
});
