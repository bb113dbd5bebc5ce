import { createHash } from 'node:crypto';

import type { JsonObject } from '../object/json.ts';
import { OpenApiSchemas } from './openapi/schemas.ts';
import { pathsOf } from './openapi/paths.ts';
import type { ResourceDefinition } from './resource-definition.ts';

/** `api/v1`, `apis/apps/v1`: where a group version is served, without the leading slash. */
function rootOf(group: string, version: string): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

/** Cheap, and changes with everything that a document is made of. */
function hashOf(definitions: readonly ResourceDefinition[]): string {
  const hash = createHash('sha256');
  for (const { kind, plural, version, custom, schema } of definitions)
    hash.update(`${kind} ${plural} ${version} ${custom ? JSON.stringify(schema ?? null) : ''}\n`);
  return hash.digest('hex').toUpperCase();
}

/** The index at `/openapi/v3`: the documents of all group versions. Clients cache them by their hash. */
export function openApiIndex(definitions: readonly ResourceDefinition[]): JsonObject {
  const groups = Map.groupBy(definitions, ({ group, version }) => rootOf(group, version));
  const paths = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([root, members]) => {
      const serverRelativeURL = `/openapi/v3/${root}?hash=${hashOf(members)}`;
      return [root, { serverRelativeURL }] as const;
    });
  return { paths: Object.fromEntries(paths) };
}

/**
 * The OpenAPI v3 document of one group version: every schema with what it refers to, and the operations with
 * the parameters that kubectl looks for (`dryRun`, `fieldValidation`). Without prose: `kubectl explain` shows
 * types and structure of built-in kinds, and the descriptions that a custom one has.
 *
 * @param definitions of all resources; those of other group versions are left out.
 */
export function openApiDocument(
  group: string,
  version: string,
  definitions: readonly ResourceDefinition[],
): JsonObject {
  const own = definitions.filter((one) => one.group === group && one.version === version);
  const schemas = new OpenApiSchemas();
  const paths = own.flatMap((definition) => pathsOf(rootOf(group, version), definition, schemas));
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.36.3' },
    paths: Object.fromEntries(paths),
    components: { schemas: schemas.all() },
  };
}
