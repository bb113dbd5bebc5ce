import type { JsonObject } from '../../object/json.ts';
import { at } from '../fields.ts';
import type { ResourceDefinition } from '../resource-definition.ts';

/** A type in messages; the core group's name is empty. */
export function typeText({ group, version, kind }: ResourceDefinition): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** An object in messages, with the names that it has itself: `default/one; apps/v1, Kind=Deployment` */
export function objectText(definition: ResourceDefinition, obj: JsonObject): string {
  const [namespace, name] = ['namespace', 'name'].map((field) => {
    const text = at(obj, 'metadata', field);
    return typeof text === 'string' ? text : '';
  });
  return `${namespace}/${name}; ${typeText(definition)}`;
}
