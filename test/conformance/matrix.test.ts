import { equal, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { allCells, type Cell, contentOf, matrixTopics, nameOf } from './matrix.ts';
import { readRecording } from './recording.ts';
import { TOPICS } from './topics.ts';

function topicOf(cell: Cell): string {
  return `matrix-${cell.kind.name.replaceAll(' ', '-')}`;
}

suite('the conformance matrix', (test) => {
  test('has a case that is recorded, or a reason, in every cell', () => {
    const recorded = new Map(matrixTopics().map(({ name }) => [name, readRecording(name)]));
    const bare = allCells().filter((cell) => {
      const content = contentOf(cell);
      if ('reason' in content) return content.reason === '';
      return recorded.get(topicOf(cell))?.has(nameOf(cell)) !== true;
    });
    equal(bare.map(nameOf), []);
  });

  test('has one name for each case', () => {
    const names = allCells().map((cell) => `${topicOf(cell)}: ${nameOf(cell)}`);
    equal(new Set(names).size, names.length);
  });

  test('says how much is compared on each tier', () => {
    const cells = allCells();
    const cases = cells.filter((cell) => 'steps' in contentOf(cell)).length;
    const all = TOPICS.reduce((sum, topic) => sum + Object.keys(topic.cases).length, 0);
    console.log(
      `${cells.length} cells: ${cases} cases, ${cells.length - cases} reasons; ${all} cases on each of three tiers`,
    );
    ok(cases > 500);
    ok(all > cases);
  });
});
