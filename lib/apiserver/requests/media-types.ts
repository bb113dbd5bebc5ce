import { StatusError } from '../status-error.ts';

/** What kubectl's `create` and client-go's typed clients send. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

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
const YAML = 'application/yaml';
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

/** What an answer can be. */
export interface Offer {
  /** Whether it can take other shapes than its own. Default true. */
  readonly shapes?: boolean;
  /** Whether its own shape can be protobuf, as those of built-in kinds can. Default false. */
  readonly protobuf?: boolean;
  /** Whether it can be a watch, of a built-in kind. Default false. */
  readonly streams?: boolean;
}

/**
 * The first entry of an `Accept` header that we can serve as JSON or YAML; no header means JSON. So does protobuf
 * where nothing else is accepted: see {@link wantsProtobuf}.
 *
 * @throws 406 when there is none.
 */
export function answerFormat(accept: string | undefined, offer: Offer = {}): AnswerFormat {
  if (accept === undefined || accept === '') return { shape: 'Object', yaml: false };
  const entries = parseList(accept).flatMap((entry) => {
    const shape = shapeOf(entry);
    return shape === undefined || (offer.shapes === false && shape.shape !== 'Object')
      ? []
      : [{ type: entry.type, shape }];
  });
  const text = entries.find(({ type }) => JSON_TYPES.has(type) || type === YAML);
  if (text !== undefined) return { ...text.shape, yaml: text.type === YAML };
  const binary = entries.find(({ type, shape }) => type === PROTOBUF && isProtobuf(shape, offer));
  if (binary !== undefined) return { ...binary.shape, yaml: false };
  throw notAcceptable(accept, offer);
}

function isProtobuf({ shape }: Pick<AnswerFormat, 'shape'>, { protobuf = false }: Offer): boolean {
  return shape === 'Object' ? protobuf : shape !== 'Table';
}

/**
 * Whether a client takes nothing but protobuf, or wants metadata and prefers that: in a list of them, items have their
 * kinds in JSON only, by which clients tell one from the other.
 */
export function wantsProtobuf(accept: string | undefined): boolean {
  const entries = parseList(accept ?? '');
  const [first] = entries;
  const shape = first?.type === PROTOBUF ? shapeOf(first)?.shape : undefined;
  if (shape === 'PartialObjectMetadata' || shape === 'PartialObjectMetadataList') return true;
  const isText = entries.some(({ type }) => JSON_TYPES.has(type) || type === YAML);
  return !isText && entries.some((entry) => entry.type === PROTOBUF && hasMessage(shapeOf(entry)));
}

function hasMessage(shape: Pick<AnswerFormat, 'shape'> | undefined): boolean {
  return shape !== undefined && shape.shape !== 'Table';
}

const STREAMS: readonly string[] = ['application/json', PROTOBUF].map((type) => `${type};stream=watch`);

/** A type that nobody knows is refused by the routes of built-in kinds already. */
function notAcceptable(accept: string, { protobuf = false, streams = false }: Offer): StatusError {
  const types = ['application/json', YAML, PROTOBUF];
  const isKnown = parseList(accept).some(({ type }) => JSON_TYPES.has(type) || types.includes(type));
  if (isKnown || !protobuf) {
    const message = `only the following media types are accepted: ${types.join(', ')}`;
    return new StatusError(406, 'NotAcceptable', message);
  }
  const all = streams ? [...types, ...STREAMS] : types;
  const message = `406: Not Acceptable\n\nAvailable representations: ${all.join(', ')}`;
  return new StatusError(406, 'NotAcceptable', message, {});
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
