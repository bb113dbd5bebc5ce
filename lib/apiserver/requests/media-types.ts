import { StatusError } from '../status-error.ts';

/** In which shape a client wants its answer. */
export type AnswerShape = 'Object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

export interface AnswerFormat {
  readonly shape: AnswerShape;
  readonly yaml: boolean;
  /** Which version of `meta.k8s.io` a shape of it is in. Default v1. */
  readonly metaVersion?: 'v1beta1';
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

/** Tables are the same in both versions, and metadata is. */
const META_VERSIONS: ReadonlySet<string | undefined> = new Set(['v1', 'v1beta1']);

function shapeOf({ params }: MediaType): Omit<AnswerFormat, 'yaml'> | undefined {
  const wanted = params.get('as');
  if (wanted === undefined) return { shape: 'Object' };
  const version = params.get('v');
  if (params.get('g') !== 'meta.k8s.io' || !META_VERSIONS.has(version) || !SHAPES.has(wanted))
    return undefined;
  const shape = wanted as AnswerShape;
  return version === 'v1beta1' ? { shape, metaVersion: version } : { shape };
}

/** The apiVersion of the shapes that are not the object itself. */
export function metaApiVersion({ metaVersion }: AnswerFormat): string {
  return `meta.k8s.io/${metaVersion ?? 'v1'}`;
}

/**
 * The first entry of an `Accept` header that we can serve; no header means JSON.
 *
 * @param shapes whether the answer can take other shapes than its own.
 * @throws 406 when there is none.
 */
export function answerFormat(accept: string | undefined, shapes: boolean = true): AnswerFormat {
  if (accept === undefined || accept === '') return { shape: 'Object', yaml: false };
  for (const entry of parseList(accept)) {
    const shape = shapeOf(entry);
    if (shape === undefined || (!shapes && shape.shape !== 'Object')) continue;
    if (JSON_TYPES.has(entry.type)) return { ...shape, yaml: false };
    if (entry.type === 'application/yaml') return { ...shape, yaml: true };
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
