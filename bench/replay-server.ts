// A replay server in a process of its own, so that its work is not the contestants': started by
// replay/start.ts, it prepares all bytes, says where it listens, and ends with the channel to its parent.
import { once } from 'node:events';

import { childTask } from './harness/child.ts';
import { type ReplayOptions, ReplayServer } from './replay/server.ts';

await using server = new ReplayServer(childTask() as ReplayOptions);
const url = await server.listen();
const parentGone = once(process, 'disconnect');
process.send!(url);
await parentGone;
