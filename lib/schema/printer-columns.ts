import type { PrinterColumn } from './custom-resource-options.ts';
import type { StructuralSchema } from './structural-schema.ts';

type Column = PrinterColumn & { readonly type: string };

/** The columns with their types. */
export function printerColumns(
  columns: readonly PrinterColumn[],
  schema: StructuralSchema,
): readonly Column[] {
  return columns.map(({ name, type, jsonPath, ...rest }) => ({
    name,
    type: type ?? typeOf(schema, jsonPath),
    jsonPath,
    ...rest,
  }));
}

function typeOf(schema: StructuralSchema, jsonPath: string): NonNullable<PrinterColumn['type']> {
  if (jsonPath === '.metadata.creationTimestamp' || jsonPath === '.metadata.deletionTimestamp') return 'date';
  if (jsonPath === '.metadata.generation') return 'integer';
  const names = jsonPath.split('.').slice(1);
  const found = names.reduce<StructuralSchema | undefined>((at, name) => at?.properties?.[name], schema);
  if (found?.format === 'date-time') return 'date';
  const type = found?.type;
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : 'string';
}
