import { spawnSync } from 'node:child_process';

import { replay } from '../replay.ts';
import { clientGo } from './conversation.ts';

const hasGo = spawnSync('go', ['version']).status === 0;
replay(clientGo, { missing: hasGo ? undefined : 'there is no Go on the PATH; it needs 1.26 or newer' });
