import { isInvalidConfig } from '../../../../lib/errors.ts';
import { pauseAnnotations, pausedBy, type PauseOptions } from '../../../../lib/framework/pause/pause.ts';
import { equal, is, ok, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const DEFAULTS = { 'cluster.x-k8s.io/paused': 'true', 'operatorkit.giantswarm.io/paused': 'true' };

suite('pauseAnnotations', (test) => {
  interface Case {
    readonly given: false | PauseOptions | undefined;
    readonly want: object;
  }
  const table: Readonly<Record<string, Case>> = {
    'has two by default': { given: undefined, want: DEFAULTS },
    'has none where it is off': { given: false, want: {} },
    'adds one’s own': {
      given: { annotations: { 'example.com/hold': 'yes' } },
      want: { ...DEFAULTS, 'example.com/hold': 'yes' },
    },
    'replaces a value': {
      given: { annotations: { 'cluster.x-k8s.io/paused': 'yes' } },
      want: { ...DEFAULTS, 'cluster.x-k8s.io/paused': 'yes' },
    },
    'leaves the defaults out': {
      given: { defaults: false, annotations: { 'example.com/hold': 'yes' } },
      want: { 'example.com/hold': 'yes' },
    },
  };
  for (const [name, { given, want }] of Object.entries(table)) {
    test(name, () => equal(pauseAnnotations(given), want));
  }

  const wrong: Readonly<Record<string, { readonly given: PauseOptions; readonly want: RegExp }>> = {
    'an empty name': { given: { annotations: { '': 'true' } }, want: /must not have an empty name/ },
    'an empty value': {
      given: { annotations: { 'example.com/hold': '' } },
      want: /^FrameworkConfig\.pause\.annotations\[example\.com\/hold\] must be the value that pauses/,
    },
    'a value that is no text': {
      given: { annotations: { 'example.com/hold': true as unknown as string } },
      want: /got true$/,
    },
    'nothing that pauses': { given: { defaults: false }, want: /use pause: false/ },
    'no options': {
      given: null as unknown as PauseOptions,
      want: /FrameworkConfig\.pause must not be empty/,
    },
  };
  for (const [name, { given, want }] of Object.entries(wrong)) {
    test(`refuses ${name}`, () => ok(isInvalidConfig(throws(() => pauseAnnotations(given), want))));
  }

  test('changes nothing that it is given', () => {
    const annotations = Object.freeze({ 'example.com/hold': 'yes' });
    pauseAnnotations({ annotations });
    equal(annotations, { 'example.com/hold': 'yes' });
  });
});

suite('pausedBy', (test) => {
  const annotations = pauseAnnotations();
  const table: Readonly<Record<string, string | undefined>> = {
    true: 'cluster.x-k8s.io/paused',
    True: undefined,
    'true ': undefined,
    '1': undefined,
    '': undefined,
  };
  for (const [value, want] of Object.entries(table)) {
    test(`says ${want === undefined ? 'no' : 'yes'} to "${value}"`, () => {
      is(pausedBy({ metadata: { annotations: { 'cluster.x-k8s.io/paused': value } } }, annotations), want);
    });
  }

  test('takes objects without annotations for running', () => {
    for (const obj of [{}, { metadata: {} }, { metadata: { annotations: { other: 'true' } } }])
      is(pausedBy(obj, annotations), undefined);
    is(pausedBy({ metadata: { annotations: { 'cluster.x-k8s.io/paused': 'true' } } }, {}), undefined);
  });
});
