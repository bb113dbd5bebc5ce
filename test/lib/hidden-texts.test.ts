import { HiddenTexts } from '../../lib/hidden-texts.ts';
import { REDACTED } from '../../lib/redaction.ts';
import { is } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { randomNumbers } from './queue/random-numbers.ts';

/** What is left of a text when every place of every hidden text is found one by one. */
function leftOf(text: string, hidden: readonly string[]): string {
  const covered = Array.from(text, () => false);
  for (const each of hidden)
    for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + 1))
      covered.fill(true, at, at + each.length);
  const marked = Array.from(text, (character, at) => (covered[at] === true ? '_' : character)).join('');
  return marked.replaceAll(/_+/g, REDACTED);
}

suite('HiddenTexts', (test) => {
  test('finds each place of each text', (t) => {
    const random = randomNumbers(t.seed);
    const word = (length: number): string =>
      Array.from({ length }, () => 'xyz'[Math.floor(random() * 3)]).join('');
    for (let i = 0; i < 500; i += 1) {
      const words = Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
        word(4 + Math.floor(random() * 6)),
      );
      const hidden = new HiddenTexts();
      for (const each of words) hidden.add(each);
      const text = word(40);
      is(hidden.hide(text), leftOf(text, words));
    }
  });

  test('hides what is not to be found inside only as a whole', () => {
    const hidden = new HiddenTexts();
    hidden.add('pass', false);
    hidden.add('');
    is(hidden.hide('pass'), REDACTED);
    is(hidden.hide('pass it on'), 'pass it on');
    is(hidden.hide(''), '');
  });
});
