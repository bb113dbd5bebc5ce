import { RFC_3339, RFC_3339_MICRO, timeProblem } from '../../../../lib/apiserver/objects/go-time.ts';
import { is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const CASES: Readonly<Record<string, string | undefined>> = {
  '2026-01-02T03:04:05Z': undefined,
  '2026-01-02T03:04:05.678+01:00': undefined,
  '2024-02-29T00:00:00Z': undefined,
  '': `parsing time "" as "${RFC_3339}": cannot parse "" as "2006"`,
  yesterday: `parsing time "yesterday" as "${RFC_3339}": cannot parse "yesterday" as "2006"`,
  '2026-01-02': `parsing time "2026-01-02" as "${RFC_3339}": cannot parse "" as "T"`,
  '2026-01-02T03:04:05': `parsing time "2026-01-02T03:04:05" as "${RFC_3339}": cannot parse "" as "Z07:00"`,
  '2026-13-01T00:00:00Z': 'parsing time "2026-13-01T00:00:00Z": month out of range',
  '2026-02-29T00:00:00Z': 'parsing time "2026-02-29T00:00:00Z": day out of range',
  '2026-01-02T24:00:00Z': 'parsing time "2026-01-02T24:00:00Z": hour out of range',
  '2026-01-02T03:04:05Z!': 'parsing time "2026-01-02T03:04:05Z!": extra text: "!"',
};

suite('timeProblem', (test) => {
  for (const [text, want] of Object.entries(CASES))
    test(`judges ${JSON.stringify(text)} as Go does`, () => is(timeProblem(text, RFC_3339), want));

  test('names the form that was asked for', () => {
    is(
      timeProblem('x', RFC_3339_MICRO),
      `parsing time "x" as "${RFC_3339_MICRO}": cannot parse "x" as "2006"`,
    );
  });

  test('leaves other values to the check of types', () => is(timeProblem(5, RFC_3339), undefined));
});
