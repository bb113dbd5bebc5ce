import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, requiredCause } from '../../../field-causes.ts';
import { at, listAt, textAt } from '../../../fields.ts';
import { writtenPathCauses } from './path-causes.ts';

const FILE_MODE = 'must be a number between 0 and 0777 (octal), both inclusive';
const LARGEST_MODE = 0o777;

/** Causes of the keys of a Secret or a ConfigMap that become files. */
export function itemsCauses(source: JsonObject, path: string): readonly StatusCause[] {
  return listAt(source, 'items').flatMap((item, index) => itemCauses(item, `${path}.items[${index}]`));
}

function itemCauses(item: JsonValue, path: string): readonly StatusCause[] {
  return [
    ...(textAt(item, 'key') === '' ? [requiredCause(`${path}.key`)] : []),
    ...filePathCauses(textAt(item, 'path'), `${path}.path`),
    ...modeCauses(item, 'mode', path),
  ];
}

/** Causes of where a file is to be in its volume. */
export function filePathCauses(place: string, field: string): readonly StatusCause[] {
  return place === '' ? [requiredCause(field)] : writtenPathCauses(place, field);
}

/** The cause of a member that is no mode of a file, if it is there. */
export function modeCauses(of: JsonValue, name: string, path: string): readonly StatusCause[] {
  const mode = at(of, name);
  if (typeof mode !== 'number' || (mode >= 0 && mode <= LARGEST_MODE)) return [];
  return [invalidCause(`${path}.${name}`, mode, FILE_MODE)];
}
