import { join } from 'node:path';

import type { Conversation } from '../conversation.ts';
import { pythonProgram } from './environment.ts';

/** The package `kubernetes`: its generated clients and its dynamic one. */
export const python: Conversation = {
  name: 'python',
  prepare: async () => await pythonProgram(join(import.meta.dirname, 'main.py')),
  differences: {},
};
