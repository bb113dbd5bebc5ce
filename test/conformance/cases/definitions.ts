import type { Topic } from '../step.ts';
import { post } from '../steps.ts';
import { DEFINITION_LIFE } from './definitions/life.ts';
import { DEFINITION_OBJECTS } from './definitions/objects.ts';
import { DEFINITION_REFUSALS } from './definitions/refusals.ts';
import { DEFINITION_VALUES } from './definitions/values.ts';
import { DEFINITIONS, made, ESTABLISHED } from './definitions/tries.ts';

export const DEFINITIONS_TOPIC: Topic = {
  name: 'definitions',
  cases: {
    'becomes established': [
      post(DEFINITIONS, made(), { hide: ['metadata.resourceVersion'] }),
      { ...ESTABLISHED, hide: ['metadata.resourceVersion'] },
    ],
    ...DEFINITION_REFUSALS,
    ...DEFINITION_LIFE,
    ...DEFINITION_VALUES,
    ...DEFINITION_OBJECTS,
  },
};
