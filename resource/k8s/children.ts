import { groupOf, type Kind, type KubernetesObject } from '../../lib/object/kubernetes-object.ts';

/** The objects that one object owns, as the caches have them. */
export class Children {
  readonly all: readonly KubernetesObject[];

  constructor(all: readonly KubernetesObject[]) {
    this.all = all;
  }

  /** Those of a kind, in no order. */
  of<T extends KubernetesObject>(kind: Kind<T>): readonly T[] {
    return this.all.filter((child): child is T => isOfKind(child, kind));
  }

  /** The one of that name, or the only one of its kind. */
  get<T extends KubernetesObject>(kind: Kind<T>, name?: string): T | undefined {
    const found = this.of(kind);
    if (name === undefined) return found.length === 1 ? found[0] : undefined;
    return found.find(({ metadata }) => metadata?.name === name);
  }
}

function isOfKind({ apiVersion = '', kind }: KubernetesObject, wanted: Kind): boolean {
  return kind === wanted.kind && groupOf(apiVersion) === groupOf(wanted.apiVersion);
}
