import type { Column, Conversion, ResourceDefinition, ScalePaths } from '../resource-definition.ts';
import type { Schema } from '../schema.ts';
import { AUTOSCALER_CONVERSION } from './kinds/autoscaling/autoscaler-versions.ts';
import { EVENT_CONVERSION } from './kinds/event.ts';
import { shownService } from './kinds/services/service.ts';
import { cellOf } from './printers.ts';
import { SchemaResolver } from './schema-resolver.ts';
import { newStrategies } from './strategies.ts';
import { loadTables, type ResourceRow } from './tables.ts';

const SCALE: ScalePaths = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.spec.selector',
};

function columnsOf(row: ResourceRow): readonly Column[] {
  return row.columns.map(({ priority = 0, ...column }) => ({
    ...column,
    priority,
    cell: cellOf(row.kind, column.name),
  }));
}

/** Kinds that Kubernetes would have its users leave. */
const DEPRECATIONS: Readonly<Record<string, string>> = {
  'core.v1.Endpoints': 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
};

/** What reading drops. */
const SHOWN: Readonly<Record<string, NonNullable<ResourceDefinition['shown']>>> = {
  'core.v1.Service': shownService,
};

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  'autoscaling.v1.HorizontalPodAutoscaler': AUTOSCALER_CONVERSION,
  'events.v1.Event': EVENT_CONVERSION,
};

/** A definition whose schema is made when it is first read: most tests touch a handful of kinds. */
function definitionOf(
  group: string,
  version: string,
  row: ResourceRow,
  resolver: SchemaResolver,
  strategy: ResourceDefinition['strategy'],
): ResourceDefinition {
  const { subresources = [] } = row;
  const deprecation = DEPRECATIONS[row.definition];
  const conversion = CONVERSIONS[row.definition];
  const shown = SHOWN[row.definition];
  let schema: Schema | undefined;
  return {
    group,
    version,
    kind: row.kind,
    listKind: `${row.kind}List`,
    plural: row.plural,
    singular: row.singular,
    shortNames: row.shortNames ?? [],
    categories: row.categories ?? [],
    namespaced: row.namespaced,
    verbs: row.verbs,
    custom: false,
    status: subresources.includes('status'),
    scale: subresources.includes('scale') ? SCALE : undefined,
    get schema(): Schema {
      return (schema ??= resolver.resolveKind(row.definition, row.defaults));
    },
    columns: columnsOf(row),
    ...(deprecation === undefined ? {} : { deprecation }),
    generation: row.generation === true,
    strategy,
    ...(conversion === undefined ? {} : { conversion }),
    ...(shown === undefined ? {} : { shown }),
  };
}

/**
 * The built-in kinds. Each call gives definitions of their own, for one API server: what they allocate (cluster
 * IPs, node ports) they remember.
 *
 * A scale's label selector path leads to a selector object, not to a text as in custom resources.
 */
export async function loadBuiltins(): Promise<readonly ResourceDefinition[]> {
  const tables = await loadTables();
  const resolver = new SchemaResolver(tables);
  const strategyOf = newStrategies(resolver);
  return tables.groups.flatMap(({ groupVersion, resources }) => {
    const [version = '', group = ''] = groupVersion.split('/').toReversed();
    return resources.map((row) => definitionOf(group, version, row, resolver, strategyOf(row)));
  });
}
