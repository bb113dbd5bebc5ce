import { inspect } from 'node:util';
import type { Context } from '../../context/index.ts';
import type { Client } from '../../lib/client/client.ts';
import { errorMessage } from '../../lib/errors.ts';
import { explainText } from '../../lib/framework/explain/explain-text.ts';
import type { Framework } from '../../lib/framework/framework.ts';
import type { Registry } from '../../lib/metrics.ts';
import { Event } from '../../lib/object/kinds.ts';
import type { KubernetesObject, ObjectKey } from '../../lib/object/kubernetes-object.ts';
import type { RecordingLogger } from '../kit/recording-logger.ts';
import type { Spans } from '../kit/spans.ts';

/**
 * Where people read of an operator. `log` is all lines with their fields, as a logger gets them; `checks` is what
 * health checks fail with, `planned` the changes of a dry run.
 */
export type Place = 'log' | 'metrics' | 'events' | 'status' | 'checks' | 'explanations' | 'planned' | 'spans';

/** What they read there. */
export type Texts = Readonly<Record<Place, string>>;

export interface TextSources<T extends KubernetesObject> {
  readonly client: Client;
  readonly namespace: string;
  readonly framework: Framework<T>;
  readonly logger: RecordingLogger;
  readonly registry: Registry;
  /** Of the objects that were reconciled. */
  readonly keys: readonly ObjectKey[];
  /** The reconciled objects, of which the status is read. */
  readonly objects: readonly KubernetesObject[];
  readonly planned: readonly string[];
  readonly spans: Spans;
}

export async function readableTexts<T extends KubernetesObject>(
  ctx: Context,
  sources: TextSources<T>,
): Promise<Texts> {
  const { client, namespace, framework, keys } = sources;
  const explained = keys.map((key) => framework.explain(key)).filter((found) => found !== undefined);
  return {
    log: everything(sources.logger.lines),
    metrics: await sources.registry.metrics(),
    events: JSON.stringify(await client.listAll(ctx, Event, { namespace })),
    status: JSON.stringify(sources.objects.map((obj) => ('status' in obj ? obj.status : undefined))),
    checks: checkErrors({ ...framework.readyChecks(), ...framework.healthChecks() }),
    explanations: explained
      .map((found) => `${JSON.stringify(found)}\n${explainText(found, new Date())}`)
      .join('\n'),
    planned: sources.planned.join('\n'),
    spans: everything(
      sources.spans.all.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
    ),
  };
}

/** Errors with their causes, stacks and own fields, too. */
function everything(value: unknown): string {
  return inspect(value, { depth: 20, maxArrayLength: null, maxStringLength: null, breakLength: Infinity });
}

function checkErrors(checks: ReturnType<Framework['readyChecks']>): string {
  const texts = Object.entries(checks).map(([name, check]) => {
    try {
      check();
      return '';
    } catch (error) {
      return `${name}: ${errorMessage(error)}`;
    }
  });
  return texts.join('\n');
}
