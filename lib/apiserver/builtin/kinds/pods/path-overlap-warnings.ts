import { isDeepStrictEqual } from 'node:util';

import type { JsonValue } from '../../../../object/json.ts';
import { at, listAt, textAt } from '../../../fields.ts';
import { PathOverlaps, withoutSlashes } from './path-overlaps.ts';

interface Placed {
  readonly path: string;
  /** What else the volume is made of; empty where it is made of one thing. */
  readonly source: string;
}

/**
 * Files that would lie where another file of the same volume lies, or below it.
 *
 * @see kubernetes/kubernetes:pkg/api/pod/warnings.go (warningsForOverlappingVirtualPaths)
 */
export function* overlapWarnings(volumes: readonly JsonValue[]): Generator<string, void, undefined> {
  for (const volume of volumes) {
    yield* sourceOverlaps(volume);
    yield* projectedOverlaps(volume);
  }
}

function* sourceOverlaps(volume: JsonValue): Generator<string, void, undefined> {
  const sources = [
    { items: listAt(volume, 'configMap', 'items'), title: titleOf('ConfigMap', volume, 'configMap', 'name') },
    { items: listAt(volume, 'secret', 'items'), title: titleOf('Secret', volume, 'secret', 'secretName') },
    { items: listAt(volume, 'downwardAPI', 'items'), title: 'DownwardAPI' },
  ];
  for (const { items, title } of sources) {
    if (items.length === 0) continue;
    const overlapsOf = overlapsIn(pathsOf(items, ''), `volume ${nameOf(volume)} (${title})`);
    for (const place of items.keys()) yield* overlapsOf(place);
  }
}

function* projectedOverlaps(volume: JsonValue): Generator<string, void, undefined> {
  const given = listAt(volume, 'projected', 'sources');
  if (given.length === 0) return;
  const sources = given.map((source) => ({
    isEmpty: isDeepStrictEqual(source, {}),
    placed: projectedPaths(source),
  }));
  const owner = `volume ${nameOf(volume)} (Projected)`;
  const overlapsOf = overlapsIn(
    sources.flatMap(({ placed }) => placed),
    owner,
  );
  let place = 0;
  for (const { isEmpty, placed } of sources) {
    if (isEmpty) yield `${owner} has no sources provided`;
    for (const end = place + placed.length; place < end; place++) yield* overlapsOf(place);
  }
}

/** What there is to tell of the path at a place, after those before it. */
function overlapsIn(
  placed: readonly Placed[],
  owner: string,
): (place: number) => Generator<string, void, undefined> {
  const overlaps = new PathOverlaps(placed.map(({ path }) => path));
  return function* overlapsOf(place) {
    for (const other of overlaps.before(place))
      yield `${owner}: overlapping paths: ${shownPath(placed[place]!)} with ${shownPath(placed[other]!)}`;
  };
}

function shownPath({ path, source }: Placed): string {
  const shown = quoted(withoutSlashes(path));
  return source === '' ? shown : `${shown} (${source})`;
}

function nameOf(volume: JsonValue): string {
  return quoted(textAt(volume, 'name'));
}

/** The first source that is there counts. */
function projectedPaths(source: JsonValue): readonly Placed[] {
  if (at(source, 'configMap', 'items') !== undefined)
    return pathsOf(listAt(source, 'configMap', 'items'), titleOf('ConfigMap', source, 'configMap', 'name'));
  if (at(source, 'secret', 'items') !== undefined)
    return pathsOf(listAt(source, 'secret', 'items'), titleOf('Secret', source, 'secret', 'name'));
  if (at(source, 'downwardAPI', 'items') !== undefined)
    return pathsOf(listAt(source, 'downwardAPI', 'items'), 'DownwardAPI');
  if (at(source, 'serviceAccountToken') !== undefined)
    return [{ path: textAt(source, 'serviceAccountToken', 'path'), source: 'ServiceAccountToken' }];
  return [];
}

function pathsOf(items: readonly JsonValue[], source: string): readonly Placed[] {
  return items.map((item) => ({ path: textAt(item, 'path'), source }));
}

function titleOf(kind: string, owner: JsonValue, ...name: readonly string[]): string {
  return `${kind} ${quoted(textAt(owner, ...name))}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
