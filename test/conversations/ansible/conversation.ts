import { join } from 'node:path';

import type { Conversation } from '../conversation.ts';
import { pythonProgram } from '../python/environment.ts';

/** A playbook with the modules of the collection kubernetes.core. */
export const ansible: Conversation = {
  name: 'ansible',
  prepare: async () => await pythonProgram(join(import.meta.dirname, 'main.py')),
  differences: {},
};
