// kit: file limit 600 s
import { rmSync } from 'node:fs';
import { equal } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { extract, newExampleFolder, placeOf, readExamples } from './examples.ts';
import { play, SCENES } from './scenes.ts';

const examples = readExamples();

suite(
  'scenes of examples',
  (test) => {
    test('are those that there are, each of them', () => {
      const played = examples.flatMap(({ blocks }) => blocks.flatMap(({ scene }) => scene ?? []));
      equal([...new Set(played)].toSorted(), Object.keys(SCENES).toSorted());
    });

    for (const example of examples) {
      const scene = example.blocks[0]?.scene;
      if (scene === undefined) continue;
      test(`runs: ${placeOf(example)}, ${scene}`, async (t) => {
        const folder = newExampleFolder();
        t.defer(() => rmSync(folder, { recursive: true }));
        await play(t, scene, extract(example, folder));
      });
    }
  },
  { timeoutMs: 40_000 },
);
