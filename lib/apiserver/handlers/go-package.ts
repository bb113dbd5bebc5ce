import type { ResourceDefinition } from '../resource-definition.ts';

/** Where Go has the type of a resource's objects; custom resources have none of their own. */
export function goPackage({ custom, group }: ResourceDefinition): string {
  if (custom) return 'unstructured';
  return group === '' ? 'core' : group.split('.', 1)[0]!;
}
