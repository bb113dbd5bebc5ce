import { StatusError } from '../status-error.ts';

/** In which shape a client wants its answer. */
export type AnswerShape = 'Object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

export interface AnswerFormat {
  readonly shape: AnswerShape;
  readonly yaml: boolean;
}

interface MediaType {
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
}

function parse(text: string): MediaType {
  const [type = '', ...params] = text.split(';').map((part) => part.trim());
  const pairs = params.map((param): [string, string] => {
    const at = param.indexOf('=');
    return [param.slice(0, at).toLowerCase(), param.slice(at + 1)];
  });
  return { type: type.toLowerCase(), params: new Map(pairs) };
}

function parseList(header: string): readonly MediaType[] {
  return header
    .split(',')
    .map(parse)
    .filter(({ type }) => type !== '');
}

const SHAPES: ReadonlySet<string> = new Set(['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']);
const JSON_TYPES: ReadonlySet<string> = new Set(['application/json', 'application/*', '*/*']);

function shapeOf({ params }: MediaType): AnswerShape | undefined {
  const wanted = params.get('as');
  if (wanted === undefined) return 'Object';
  const ours = params.get('g') === 'meta.k8s.io' && params.get('v') === 'v1' && SHAPES.has(wanted);
  return ours ? (wanted as AnswerShape) : undefined;
}

/**
 * The first entry of an `Accept` header that we can serve; no header means JSON.
 *
 * @throws 406 when there is none.
 */
export function answerFormat(accept: string | undefined): AnswerFormat {
  if (accept === undefined || accept === '') return { shape: 'Object', yaml: false };
  for (const entry of parseList(accept)) {
    const shape = shapeOf(entry);
    if (shape === undefined) continue;
    if (JSON_TYPES.has(entry.type)) return { shape, yaml: false };
    if (entry.type === 'application/yaml') return { shape, yaml: true };
  }
  const message = 'only the following media types are accepted: application/json, application/yaml';
  throw new StatusError(406, 'NotAcceptable', message);
}

/** Whether an `Accept` header asks for aggregated discovery, and in which version, the first one first. */
export function aggregatedDiscoveryVersion(accept: string | undefined): 'v2' | 'v2beta1' | undefined {
  const versions = parseList(accept ?? '')
    .filter(({ params }) => params.get('as') === 'APIGroupDiscoveryList')
    .map(({ params }) => params.get('v'));
  return versions.find((version) => version === 'v2' || version === 'v2beta1');
}

/** The type of a body, without parameters; `''` when the header is absent. */
export function contentType(header: string | undefined): string {
  return parse(header ?? '').type;
}
