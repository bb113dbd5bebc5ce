import { equal, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { parseReport } from './report.ts';

function report(...specs: readonly object[]): string {
  const common = {
    ContainerHierarchyTexts: ['[sig] Watchers'],
    LeafNodeType: 'It',
    LeafNodeText: 'see',
    RunTime: 1_500_000_000,
  };
  const complete = specs.map((spec) => Object.assign({}, common, spec));
  return JSON.stringify([{ SpecReports: complete }]);
}

const FAILURE = { Message: 'no events', Location: { FileName: '/go/test/watch.go', LineNumber: 7 } };

suite('parseReport', (test) => {
  test('gives a spec its full name and its time', () => {
    equal(parseReport(report({ State: 'passed' })), [
      { name: '[sig] Watchers see', outcome: 'passes', message: '', seconds: 1.5 },
    ]);
  });

  for (const state of ['failed', 'panicked', 'timedout', 'interrupted', 'aborted']) {
    test(`takes ${state} for a failure and says where`, () => {
      const [spec] = parseReport(report({ State: state, Failure: FAILURE }));
      equal([spec?.outcome, spec?.message], ['fails', `${state} at watch.go:7: no events`]);
    });
  }

  test('tells a spec that skips itself from one that a filter left out', () => {
    const text = report({ State: 'skipped' }, { State: 'skipped', Failure: FAILURE, LeafNodeText: 'itself' });
    equal(
      parseReport(text).map(({ name, outcome }) => [name, outcome]),
      [['[sig] Watchers itself', 'skips']],
    );
  });

  test('leaves out what is no spec, and pending ones', () => {
    equal(parseReport(report({ State: 'pending' }, { State: 'passed', LeafNodeType: 'BeforeSuite' })), []);
  });

  test('sorts by name', () => {
    const names = parseReport(
      report({ State: 'passed', LeafNodeText: 'b' }, { State: 'passed', LeafNodeText: 'a' }),
    );
    equal(
      names.map(({ name }) => name),
      ['[sig] Watchers a', '[sig] Watchers b'],
    );
  });

  test('does not trust a run that was cut short', () => {
    const text = JSON.stringify([
      { SpecReports: null, SpecialSuiteFailureReasons: ['Suite Timeout Elapsed'] },
    ]);
    throws(() => parseReport(text), /cannot trust the report of ginkgo: Suite Timeout Elapsed/);
  });
});
