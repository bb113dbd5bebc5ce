import { defined, equal, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { type Conversation, converse, converseWithOurs } from './conversation.ts';
import { judged, readTranscript } from './transcript.ts';

/** Most of it for a program that is yet to be built or installed. */
const LIMIT_MS = 590_000;

export interface ReplayOptions {
  /** Default both. The real one needs `--tier cluster`. */
  readonly servers?: readonly ('ours' | 'real')[];
  /** What this machine lacks for it. Then it is skipped. */
  readonly missing?: string | undefined;
}

/** Holds both servers to the recording of a conversation: ours, and the real one so that it does not grow old. */
export function replay(conversation: Conversation, options: ReplayOptions = {}): void {
  const { servers = ['ours', 'real'], missing } = options;
  const recorded = readTranscript(conversation.name);
  suite(
    `a conversation with ${conversation.name}`,
    (test) => {
      for (const server of servers) {
        const name = server === 'ours' ? 'goes as on a real server' : 'goes on a real server as recorded';
        if (missing !== undefined) {
          test.skip(name, missing);
          continue;
        }
        test(name, async ({ signal }) => {
          ok(recorded.length > 10);
          const differences = server === 'ours' ? conversation.differences : {};
          equal(judged(await talk(conversation, server, signal), recorded, differences), []);
        });
      }
    },
    { timeoutMs: LIMIT_MS },
  );
}

async function talk(conversation: Conversation, server: 'ours' | 'real', signal: AbortSignal) {
  if (server === 'ours') return await converseWithOurs(conversation, signal);
  const real = defined(process.env['OPERATORKIT_KUBECONFIG'], 'run this with --tier cluster');
  return await converse(conversation, real, signal);
}
