import type { JsonObject, JsonValue } from '../../lib/object/json.ts';
import type { Choices } from './choices.ts';
import type { Shape } from './shape.ts';
import { valueOf, WHOLE } from './values.ts';

/** A place in objects of a shape, as a JSON pointer. */
interface Place {
  readonly pointer: string;
  readonly shape: Shape;
}

/** One to three operations of a JSON patch. */
export function operations(shape: Shape, choices: Choices, at: string): readonly JsonValue[] {
  return Array.from({ length: 1 + choices.below(3) }, () => operation(shape, choices, at));
}

function operation(root: Shape, choices: Choices, at: string): JsonObject {
  const { pointer: path, shape } = place(root, choices);
  const op = choices.of('JSON patch', {
    add: 8,
    replace: 5,
    remove: 4,
    test: 3,
    copy: 2,
    move: 2,
    'test of version': 1,
    odd: 0.3,
  });
  if (op === 'remove') return { op, path };
  if (op === 'copy' || op === 'move') return { op, path, from: place(root, choices).pointer };
  if (op === 'test of version') return { op: 'test', path: '/metadata/resourceVersion', value: '<version>' };
  if (op === 'odd')
    return choices.pick<JsonObject>([
      { op: 'bogus', path },
      { op: 'add' },
      { op: 'add', path: 'x', value: 1 },
    ]);
  return { op, path, value: valueOf(shape, WHOLE, choices, at) };
}

function place(root: Shape, choices: Choices): Place {
  let found: Place = { pointer: '', shape: root };
  for (;;) {
    const next = step(found, choices);
    if (next === undefined) return found;
    found = next;
    if (found.pointer.split('/').length > 2 && choices.below(3) === 0) return found;
  }
}

function step({ pointer, shape }: Place, choices: Choices): Place | undefined {
  const to = (key: string, of: Shape): Place => ({ pointer: `${pointer}/${escaped(key)}`, shape: of });
  if (shape.is === 'one') return undefined;
  if (shape.is === 'list') return to(choices.pick(['0', '0', '1', '-', '2', '01']), shape.of);
  if (shape.is === 'map') return to(choices.pick(shape.keys), shape.of);
  const [name, of] = choices.pick(Object.entries(shape.fields));
  return to(name, of);
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
