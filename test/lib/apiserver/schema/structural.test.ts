import { crdCauses, withCrdDefaults } from '../../../../lib/apiserver/custom-resources.ts';
import type { StatusCause } from '../../../../lib/object/status.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { recordings, sorted, type Recording } from '../golden/recordings.ts';
import { STRUCTURAL_CASES } from '../golden/structural-cases.ts';

function causesOf(schema: JsonObject): readonly StatusCause[] {
  return crdCauses(
    withCrdDefaults({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'tried.golden.example.com', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
      spec: {
        group: 'golden.example.com',
        scope: 'Namespaced',
        names: { plural: 'tried', kind: 'Tried' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    }),
  );
}

/** Go's and our engine describe a malformed pattern in their own words. */
function withoutEngine(text: string): string {
  return text.replace(/(but isn't): .*/u, '$1');
}

suite('structuralCauses', (test) => {
  const golden = recordings<Recording>('structural');
  for (const [name, schema] of Object.entries(STRUCTURAL_CASES))
    test(`judges like a real API server: ${name}`, () => {
      const wanted = sorted(golden[name]?.causes ?? []);
      equal(sorted(causesOf(schema)).map(withoutEngine), wanted.map(withoutEngine));
    });
});
