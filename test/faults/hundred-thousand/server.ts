// A server alone in its process, so that the process' memory is the server's. Ends with its parent.
import { setFlagsFromString } from 'node:v8';

import { startApiServer } from '../../../lib/apiserver/server.ts';

setFlagsFromString('--optimize-for-size'); // As the command does.
const server = await startApiServer();
process.once('disconnect', () => void server.close());
process.send?.(server.port);
