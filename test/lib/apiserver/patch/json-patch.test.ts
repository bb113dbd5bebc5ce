import { applyJsonPatch, type JsonPatchOperation } from '../../../../lib/apiserver/patch/json-patch.ts';
import { StatusError } from '../../../../lib/apiserver/status-error.ts';
import type { JsonValue } from '../../../../lib/object/json.ts';
import { equal, instanceOf, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

interface Case {
  readonly given: string;
  readonly patch: string;
  /** The result, or the code of the refusal. */
  readonly want: string | number;
}

const CASES: Readonly<Record<string, Case>> = {
  'adds a member': { given: '{"a":1}', patch: '[{"op":"add","path":"/b","value":2}]', want: '{"a":1,"b":2}' },
  'adds below a member': {
    given: '{"a":{}}',
    patch: '[{"op":"add","path":"/a/b","value":1}]',
    want: '{"a":{"b":1}}',
  },
  'replaces when adding what is there': {
    given: '{"a":1}',
    patch: '[{"op":"add","path":"/a","value":[2]}]',
    want: '{"a":[2]}',
  },
  'writes by name what a step looked into, and all else as it came': {
    given: '{"b":{"z":1,"a":2},"a":{"z":1,"a":2}}',
    patch: '[{"op":"add","path":"/a/m","value":{"y":1,"x":2}}]',
    want: '{"a":{"a":2,"m":{"y":1,"x":2},"z":1},"b":{"z":1,"a":2}}',
  },
  'copies what a step looked into by name': {
    given: '{"a":{"z":1,"a":2},"b":{"z":1,"a":2}}',
    patch:
      '[{"op":"test","path":"/a","value":{"a":2,"z":1}},{"op":"copy","path":"/c","from":"/a"},{"op":"copy","path":"/d","from":"/b"}]',
    want: '{"a":{"a":2,"z":1},"b":{"z":1,"a":2},"c":{"a":2,"z":1},"d":{"z":1,"a":2}}',
  },
  'inserts into a list': {
    given: '{"a":[1,3]}',
    patch: '[{"op":"add","path":"/a/1","value":2}]',
    want: '{"a":[1,2,3]}',
  },
  'appends with a dash': {
    given: '{"a":[1]}',
    patch: '[{"op":"add","path":"/a/-","value":2}]',
    want: '{"a":[1,2]}',
  },
  'inserts at the end': {
    given: '{"a":[1]}',
    patch: '[{"op":"add","path":"/a/1","value":2}]',
    want: '{"a":[1,2]}',
  },
  'counts negative indices from the end': {
    given: '{"a":[1,2]}',
    patch: '[{"op":"remove","path":"/a/-1"}]',
    want: '{"a":[1]}',
  },
  'refuses an index past the end': {
    given: '{"a":[1]}',
    patch: '[{"op":"add","path":"/a/2","value":2}]',
    want: 422,
  },
  'refuses an index that is no number': {
    given: '{"a":[1]}',
    patch: '[{"op":"add","path":"/a/x","value":2}]',
    want: 422,
  },
  'refuses a missing parent': { given: '{}', patch: '[{"op":"add","path":"/a/b","value":1}]', want: 422 },
  'refuses a parent that is a scalar': {
    given: '{"a":1}',
    patch: '[{"op":"add","path":"/a/b","value":1}]',
    want: 422,
  },
  'unescapes slashes and tildes': {
    given: '{"a/b":{"c~d":1}}',
    patch: '[{"op":"remove","path":"/a~1b/c~0d"}]',
    want: '{"a/b":{}}',
  },
  'unescapes in one pass': { given: '{"~1":1}', patch: '[{"op":"remove","path":"/~01"}]', want: '{}' },
  'takes the empty name': { given: '{}', patch: '[{"op":"add","path":"/","value":1}]', want: '{"":1}' },
  'removes a member': { given: '{"a":1,"b":2}', patch: '[{"op":"remove","path":"/a"}]', want: '{"b":2}' },
  'removes from a list': {
    given: '{"a":[1,2,3]}',
    patch: '[{"op":"remove","path":"/a/1"}]',
    want: '{"a":[1,3]}',
  },
  'refuses to remove what is not there': { given: '{}', patch: '[{"op":"remove","path":"/a"}]', want: 422 },
  'replaces a member': {
    given: '{"a":1}',
    patch: '[{"op":"replace","path":"/a","value":2}]',
    want: '{"a":2}',
  },
  'replaces an absent member, as Kubernetes does': {
    given: '{}',
    patch: '[{"op":"replace","path":"/a","value":2}]',
    want: '{"a":2}',
  },
  'refuses to replace an absent item': {
    given: '{"a":[]}',
    patch: '[{"op":"replace","path":"/a/0","value":2}]',
    want: 422,
  },
  'replaces the whole document': {
    given: '{"a":1}',
    patch: '[{"op":"replace","path":"","value":{"b":2}}]',
    want: '{"b":2}',
  },
  'refuses to replace it by a scalar': {
    given: '{}',
    patch: '[{"op":"replace","path":"","value":1}]',
    want: 422,
  },
  'moves a member': {
    given: '{"a":{"b":1}}',
    patch: '[{"op":"move","from":"/a/b","path":"/c"}]',
    want: '{"a":{},"c":1}',
  },
  'moves within a list': {
    given: '{"a":[1,2,3]}',
    patch: '[{"op":"move","from":"/a/0","path":"/a/2"}]',
    want: '{"a":[2,3,1]}',
  },
  'refuses to move into its own child': {
    given: '{"a":{"b":{}}}',
    patch: '[{"op":"move","from":"/a","path":"/a/b"}]',
    want: 422,
  },
  copies: {
    given: '{"a":{"b":1}}',
    patch: '[{"op":"copy","from":"/a","path":"/c"}]',
    want: '{"a":{"b":1},"c":{"b":1}}',
  },
  'passes a test': {
    given: '{"a":{"b":1,"c":2}}',
    patch: '[{"op":"test","path":"/a","value":{"c":2,"b":1}}]',
    want: '{"a":{"b":1,"c":2}}',
  },
  'fails a test': { given: '{"a":1}', patch: '[{"op":"test","path":"/a","value":"1"}]', want: 422 },
  'fails a test of what is absent': {
    given: '{}',
    patch: '[{"op":"test","path":"/a","value":1}]',
    want: 422,
  },
  'takes absent for null in a test': {
    given: '{}',
    patch: '[{"op":"test","path":"/a","value":null}]',
    want: '{}',
  },
  'applies all steps or none': {
    given: '{"a":1}',
    patch: '[{"op":"remove","path":"/a"},{"op":"test","path":"/b","value":1}]',
    want: 422,
  },
  'sees what earlier steps did': {
    given: '{}',
    patch: '[{"op":"add","path":"/a","value":[]},{"op":"add","path":"/a/-","value":1}]',
    want: '{"a":[1]}',
  },
  'refuses an unknown operation': { given: '{}', patch: '[{"op":"frob","path":"/a"}]', want: 422 },
  'refuses a path without slash': { given: '{"a":1}', patch: '[{"op":"remove","path":"a"}]', want: 422 },
  'refuses a step without path': { given: '{}', patch: '[{"op":"add","value":1}]', want: 422 },
  'refuses a path that is an object': {
    given: '{}',
    patch: '[{"op":"remove","path":{"toString":"/a"}}]',
    want: 422,
  },
  'refuses a copy without source': { given: '{}', patch: '[{"op":"copy","path":"/a"}]', want: 422 },
  'refuses what is no list': { given: '{}', patch: '{"op":"add"}', want: 400 },
  'refuses steps that are no objects': { given: '{}', patch: '[1]', want: 400 },
  'does nothing without steps': { given: '{"a":1}', patch: '[]', want: '{"a":1}' },
  'keeps names of prototypes ordinary': {
    given: '{}',
    patch: '[{"op":"add","path":"/__proto__","value":{"x":1}}]',
    want: '{"__proto__":{"x":1}}',
  },
  'does not find inherited members': {
    given: '{}',
    patch: '[{"op":"remove","path":"/constructor"}]',
    want: 422,
  },
};

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}

suite('applyJsonPatch', (test) => {
  for (const [name, { given, patch, want }] of Object.entries(CASES))
    test(name, () => {
      const doc = JSON.parse(given) as JsonValue;
      const operations = JSON.parse(patch) as readonly JsonPatchOperation[];
      freeze(doc); // Whatever changes it, throws.
      freeze(operations);
      if (typeof want === 'string') return equal(JSON.stringify(applyJsonPatch(doc, operations)), want);
      const error = throws(() => applyJsonPatch(doc, operations));
      instanceOf(error, StatusError);
      equal(error.status.code, want);
    });

  test('changes one of two places that share a value', () => {
    const shared = { x: 1 };
    const operations = [{ op: 'add', path: '/a/y', value: 2 }];
    equal(applyJsonPatch({ a: shared, b: shared }, operations), { a: { x: 1, y: 2 }, b: { x: 1 } });
  });

  test('refuses more than 10,000 steps', () => {
    const step = { op: 'add', path: '/a', value: 1 };
    const error = throws(() =>
      applyJsonPatch(
        {},
        Array.from({ length: 10_001 }, () => step),
      ),
    );
    instanceOf(error, StatusError);
    equal(error.status.code, 413);
  });
});
