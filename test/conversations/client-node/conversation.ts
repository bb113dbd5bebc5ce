import { join } from 'node:path';

import type { Conversation } from '../conversation.ts';

/** `@kubernetes/client-node`. In a process of its own: it cannot close its connections. */
export const clientNode: Conversation = {
  name: 'client-node',
  prepare: async () => ({ command: [process.execPath, join(import.meta.dirname, 'main.ts')] }),
  differences: {},
};
