import { Residues } from '../../../lib/status/residues.ts';
import { not, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const obj = { metadata: { uid: '1' } };

suite('Residues', (test) => {
  test('knows what was left, whatever the times of its conditions', () => {
    const residues = new Residues();
    const left = (time: string) => ({ conditions: [{ type: 'Ready', lastTransitionTime: time }] });
    residues.remember(obj, left('one'));
    ok(residues.has(obj, left('two')));
    not(residues.has(obj, { conditions: [] }));
    not(residues.has({ metadata: { uid: '2' } }, left('one')));
    residues.remember(obj, undefined);
    not(residues.has(obj, left('one')));
  });

  test('keeps nothing of objects without a uid', () => {
    const residues = new Residues();
    residues.remember({}, { a: 1 });
    not(residues.has({}, { a: 1 }));
  });

  test('forgets the object that was longest silent', () => {
    const residues = new Residues();
    for (let i = 0; i < 4097; i += 1) residues.remember({ metadata: { uid: String(i) } }, { a: i });
    not(residues.has({ metadata: { uid: '0' } }, { a: 0 }));
    ok(residues.has({ metadata: { uid: '1' } }, { a: 1 }));
  });
});
