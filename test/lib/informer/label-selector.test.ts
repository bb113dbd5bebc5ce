import { parseLabelSelector } from '../../../lib/informer/label-selector.ts';
import { is, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const LABELS = { app: 'web', tier: 'front', size: '5', empty: '', 'example.com/owner': 'me' };

const CASES: Readonly<Record<string, boolean>> = {
  '': true,
  'app=web': true,
  'app == web , tier = front': true,
  'app=web,tier=back': false,
  'app!=db': true,
  'none!=db': true,
  'app!=web': false,
  'empty=': true,
  'none=': false,
  'app in (db, web)': true,
  'app in (db)': false,
  'none in (db)': false,
  'app notin (db,cache),tier=front': true,
  'none notin (db)': true,
  'app notin (web)': false,
  app: true,
  none: false,
  '!none': true,
  '! app': false,
  'size>4': true,
  'size > 5': false,
  'size<6': true,
  'app<6': false,
  'none>0': false,
  'example.com/owner=me,app in (web,db),!none': true,
};

suite('parseLabelSelector', (test) => {
  for (const [selector, want] of Object.entries(CASES)) {
    test(`${want ? 'selects' : 'leaves out'} by "${selector}"`, () =>
      is(parseLabelSelector(selector)(LABELS), want));
  }

  for (const selector of ['a b', 'a=b c', 'a in b', 'a in (b', ',', 'a,', '=b', 'a>x', 'a=(b)']) {
    test(`refuses "${selector}"`, () => {
      throws(() => parseLabelSelector(selector), /ListOptions.labelSelector must be a label selector/);
    });
  }
});
