import { openApiDocument, openApiIndex } from '../openapi.ts';
import { swaggerDocument } from '../openapi/swagger.ts';
import type { ApiRequest, ApiResponse } from '../request.ts';
import { answerFormat } from '../requests/media-types.ts';
import { unknownResource } from '../requests/route.ts';
import type { ResourceRegistry } from '../resource-registry.ts';
import { jsonAnswer, textAnswer } from './answers.ts';
import { coreVersions, groupList, oneGroup, resourceList } from './discovery.ts';

/** The version of Kubernetes that this server is measured against. */
const VERSION = {
  major: '1',
  minor: '36',
  gitVersion: 'v1.36.3',
  gitCommit: '',
  gitTreeState: '',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'linux/amd64',
};

const PROBES: ReadonlySet<string> = new Set(['livez', 'readyz', 'healthz']);

/** What is no resource. Undefined: no such page. */
function find(
  registry: ResourceRegistry,
  segments: readonly string[],
  request: ApiRequest,
): ApiResponse | undefined {
  const [first = '', second, third] = segments;
  if (PROBES.has(first)) return textAnswer(200, 'ok');
  const known = `${first}:${segments.length}`;
  switch (known) {
    case ':0':
      return jsonAnswer(200, { paths: pathsOf(registry) });
    case 'version:1':
      return jsonAnswer(200, VERSION);
    case 'api:1':
      return coreVersions(registry, request.headers['accept']);
    case 'api:2':
      return resourceList(registry, '', second!);
    case 'apis:1':
      return groupList(registry, request.headers['accept']);
    case 'apis:2':
      return oneGroup(registry, second!);
    case 'apis:3':
      return isServed(registry, second!, third!) ? resourceList(registry, second!, third!) : undefined;
    case 'openapi:2':
      return openApiRoot(registry, second!, request);
    default:
      return first === 'openapi' && second === 'v3' ? openApi(registry, segments.slice(2)) : undefined;
  }
}

/** Of the built-in groups, every version has an answer of its own, if only that it is not there. */
function isServed(registry: ResourceRegistry, group: string, version: string): boolean {
  if (!registry.isCustom(group)) return registry.hasGroup(group);
  return registry.all().some((one) => one.group === group && one.version === version);
}

function pathsOf(registry: ResourceRegistry): readonly string[] {
  const roots = registry
    .all()
    .map(({ group, version }) => (group === '' ? `/api/${version}` : `/apis/${group}/${version}`));
  return [
    ...new Set(['/api', ...roots, '/apis', '/healthz', '/livez', '/openapi/v3', '/readyz', '/version']),
  ].toSorted();
}

/** `/openapi/v2`, `/openapi/v3`. @throws 406 for a client that wants the former as protobuf only. */
function openApiRoot(
  registry: ResourceRegistry,
  version: string,
  { headers }: ApiRequest,
): ApiResponse | undefined {
  if (version !== 'v2') return version === 'v3' ? openApi(registry, []) : undefined;
  answerFormat(headers['accept'], { shapes: false });
  return jsonAnswer(200, swaggerDocument(registry.all()));
}

/** `/openapi/v3`, `/openapi/v3/api/v1`, `/openapi/v3/apis/<group>/<version>`. */
function openApi(registry: ResourceRegistry, [root, ...rest]: readonly string[]): ApiResponse | undefined {
  const all = registry.all();
  if (root === undefined) return jsonAnswer(200, openApiIndex(all));
  const [group = '', version = ''] = root === 'api' ? ['', ...rest] : rest;
  if (!all.some((one) => one.group === group && one.version === version)) return undefined;
  return jsonAnswer(200, openApiDocument(group, version, all));
}

/** Answers requests that go to no resource. */
export function handlePlain(
  registry: ResourceRegistry,
  segments: readonly string[],
  request: ApiRequest,
): ApiResponse {
  const [root, group = ''] = segments;
  const answer = find(registry, segments, request);
  const isOfBuiltin = root === 'apis' && segments.length === 3 && registry.hasGroup(group);
  if (answer === undefined && isOfBuiltin && !registry.isCustom(group)) throw unknownResource();
  return answer ?? pageNotFound();
}

/** A page that nobody knows: not even a Status comes back. */
export function pageNotFound(): ApiResponse {
  return textAnswer(404, '404 page not found\n');
}
