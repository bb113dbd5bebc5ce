import { createRequire } from 'node:module';

import type { CustomResourceDefinition } from '../object/kinds.ts';

/**
 * A definition as a file for `kubectl apply`. The same definition always gives the same bytes: members stand in the
 * order in which they are, no line is folded, and the last one ends with a newline.
 */
export function crdYaml(crd: CustomResourceDefinition): string {
  // Loaded when it is first needed: operators that write no files need not wait for it.
  const { stringify } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  const text = stringify(crd, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' });
  return `---\n${text}`;
}
