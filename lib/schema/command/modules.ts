import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { InvalidConfigError, errorMessage } from '../../errors.ts';
import { type CustomResource, isCustomResource } from '../custom-resource.ts';

/** A definition's file. */
export interface DefinitionFile {
  /** `websites.example.com.yaml`. */
  readonly name: string;
  readonly resource: CustomResource;
}

/**
 * The custom resources that modules export, by whatever name, in the order of their files' names.
 *
 * @throws InvalidConfigError when a module cannot be loaded, exports none, or two are of one name.
 */
export async function definitionsIn(modules: readonly string[]): Promise<readonly DefinitionFile[]> {
  const files = new Map<string, CustomResource>();
  for (const path of modules) {
    const resources = (await exportsOf(path)).filter(isCustomResource);
    if (resources.length === 0)
      throw new InvalidConfigError(
        `cannot find a custom resource in ${path}: export what customResource returns`,
      );
    for (const resource of resources) {
      const name = `${resource.crd.metadata?.name}.yaml`;
      if ((files.get(name) ?? resource) !== resource)
        throw new InvalidConfigError(`cannot write ${name}: two different resources are of that name`);
      files.set(name, resource);
    }
  }
  return [...files]
    .map(([name, resource]) => ({ name, resource }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function exportsOf(path: string): Promise<readonly unknown[]> {
  try {
    return Object.values((await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>);
  } catch (cause) {
    const [why = ''] = errorMessage(cause).split('\n');
    throw new InvalidConfigError(`cannot load ${path}: ${why}`, { cause });
  }
}
