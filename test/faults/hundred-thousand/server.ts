// A server alone in its process, so that the process' memory is the server's. Ends with its parent.
import { startApiServer } from '../../../lib/apiserver/server.ts';

const server = await startApiServer();
process.once('disconnect', () => void server.close());
process.send?.(server.port);
