import { Patch } from '../../../../lib/framework/resources/patch.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

suite('Patch', (test) => {
  test('has no part that was not set', () => {
    const { createChange, updateChange, deleteChange } = new Patch();
    equal([createChange, updateChange, deleteChange], [undefined, undefined, undefined]);
  });

  test('has the parts that were set, undefined and null included', () => {
    const patch = new Patch<string, undefined, null>();
    patch.setCreateChange('c');
    patch.setUpdateChange(undefined);
    patch.setDeleteChange(null);
    equal(patch.createChange, { value: 'c' });
    equal(patch.updateChange, { value: undefined });
    equal(patch.deleteChange, { value: null });
  });
});
