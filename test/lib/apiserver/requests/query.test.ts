import { Query } from '../../../../lib/apiserver/requests/query.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

suite('Query', (test) => {
  test('takes all but 0 and false for yes', () => {
    const flag = (value: string): boolean | undefined => new Query(`force=${value}`).flag('force');
    equal(['0', 'false', 'False', 'FALSE'].map(flag), [false, false, false, false]);
    equal(['1', 'true', 'no', 'f', ''].map(flag), [true, true, true, true, true]);
    is(new Query('').flag('force'), undefined);
  });
});
