import type { Status } from '../../object/status.ts';
import type { ApiObject } from '../api-object.ts';
import type { ApiResponse } from '../request.ts';
import { formatYaml } from '../requests/yaml.ts';
import { metaApiVersion } from '../requests/media-types.ts';
import type { AnswerFormat } from '../requests/media-types.ts';
import { badRequest, internalError, StatusError } from '../status-error.ts';
import { tableOf } from '../table.ts';
import type { TableOptions } from '../table.ts';
import type { ApiParts } from './api-parts.ts';
import { goPackage } from './go-package.ts';
import type { ResourceRequest } from './resource-request.ts';
import { warningTexts } from './warning-texts.ts';

const JSON_TYPE = 'application/json';

type Headers = ApiResponse['headers'];

export function jsonAnswer(status: number, value: unknown, headers: Headers = {}): ApiResponse {
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body };
}

export function textAnswer(status: number, text: string): ApiResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text) };
}

/** What went wrong, as an answer. Whatever is no {@link StatusError} is our fault, and a 500. */
export function errorAnswer(error: unknown): ApiResponse {
  const { status, retryAfterSeconds } =
    error instanceof StatusError
      ? error
      : internalError(error instanceof Error ? error.message : String(error));
  const { details, code, ...rest } = status;
  const body = withoutEmpty({
    ...rest,
    ...(details === undefined ? {} : { details: withoutEmpty(details) }),
    code, // Last, as others write it.
  });
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return jsonAnswer(status.code, body, headers);
}

/** Without members that are empty texts: those are not sent. */
function withoutEmpty(obj: object): object {
  return Object.fromEntries(Object.entries(obj).filter(([, value]) => value !== ''));
}

/** `Warning` headers. @see https://www.rfc-editor.org/rfc/rfc7234#section-5.5 */
export function warningHeaders(warnings: readonly string[]): Headers {
  if (warnings.length === 0) return {};
  return { warning: warningTexts(warnings).map((text) => `299 - ${JSON.stringify(text)}`) };
}

export function successStatus(details?: Status['details']): object {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    ...(details === undefined ? {} : { details }),
  };
}

/** One object, in the shape that the client asked for. */
export function objectAnswer(
  parts: ApiParts,
  request: ResourceRequest,
  obj: ApiObject,
  more: { readonly status?: number; readonly warnings?: readonly string[] } = {},
): ApiResponse {
  const { status = 200, warnings = [] } = more;
  const { format, route } = request;
  const headers = warningHeaders(warnings);
  if (format.shape !== 'Object') return jsonAnswer(status, shaped(parts, request, obj), headers);
  return encoded(status, parts.encoder.object(route.definition, obj), format, headers);
}

/** JSON that is ready, or the same as YAML. */
export function encoded(
  status: number,
  json: Buffer,
  format: AnswerFormat,
  headers: Headers = {},
): ApiResponse {
  if (!format.yaml) return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body: json };
  const body = Buffer.from(formatYaml(JSON.parse(json.toString('utf8')) as unknown));
  return { status, headers: { 'content-type': 'application/yaml', ...headers }, body };
}

const INCLUDES: ReadonlySet<string> = new Set(['', 'Metadata', 'Object', 'None']);

/** How a request wants its tables. @throws 400. */
export function tableOptions({ clock }: ApiParts, { query, format }: ResourceRequest): TableOptions {
  const include = query.text('includeObject');
  if (!INCLUDES.has(include))
    throw badRequest(
      `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(include)}: must be 'Metadata', 'Object', 'None', or empty`,
    );
  return {
    includeObject: include === 'None' || include === 'Object' ? include : 'Metadata',
    nowMs: clock.now(),
    apiVersion: metaApiVersion(format),
  };
}

/** One object as a table, or its metadata alone. @throws 406 for the shape of a list. */
export function shaped(
  parts: ApiParts,
  request: ResourceRequest,
  obj: ApiObject,
  { headed = true }: Pick<TableOptions, 'headed'> = {},
): object {
  const { format, route } = request;
  if (format.shape === 'Table') {
    const { resourceVersion } = obj.metadata;
    return {
      ...tableOf(route.definition, [obj], { ...tableOptions(parts, request), headed }),
      metadata: { resourceVersion },
    };
  }
  if (format.shape === 'PartialObjectMetadata') return partialMetadata(obj, format);
  const type = `*${goPackage(route.definition)}.${route.definition.kind}`;
  const message = `you requested ${format.shape}, but the requested object is not a list (${type})`;
  throw new StatusError(406, 'NotAcceptable', message);
}

export function partialMetadata({ metadata }: ApiObject, format: AnswerFormat): object {
  return { kind: 'PartialObjectMetadata', apiVersion: metaApiVersion(format), metadata };
}
