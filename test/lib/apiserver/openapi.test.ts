import { loadBuiltins } from '../../../lib/apiserver/builtin/load-builtins.ts';
import { at, listAt, objectAt, textAt } from '../../../lib/apiserver/fields.ts';
import { openApiDocument, openApiIndex } from '../../../lib/apiserver/openapi.ts';
import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import { defined, equal, is, match, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

function references(value: JsonValue | undefined): readonly string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/gu)].map(
    (found) => found[1] ?? '',
  );
}

suite('openApiIndex', (test) => {
  test('leads to a document of each group version', async () => {
    const paths = objectAt(openApiIndex(await loadBuiltins()), 'paths');
    ok(Object.keys(paths).includes('api/v1'));
    ok(Object.keys(paths).includes('apis/apps/v1'));
  });
});

suite('openApiDocument', (test) => {
  test('refers only to schemas that it has', async () => {
    const definitions = await loadBuiltins();
    for (const { group, version } of definitions) {
      const document = openApiDocument(group, version, definitions);
      const schemas = objectAt(document, 'components', 'schemas');
      const missing = references(document).filter((name) => !(name in schemas));
      equal(missing, [], `${group}/${version}`);
    }
  });

  test('tells kubectl that patches take fieldValidation and dryRun', async () => {
    const document = openApiDocument('apps', 'v1', await loadBuiltins());
    const patch = at(document, 'paths', '/apis/apps/v1/namespaces/{namespace}/deployments/{name}', 'patch');
    equal(at(patch, 'x-kubernetes-group-version-kind'), { group: 'apps', version: 'v1', kind: 'Deployment' });
    const names = new Set(listAt(patch, 'parameters').map((one) => at(one, 'name')));
    ok(names.has('fieldValidation') && names.has('dryRun'));
  });

  test('describes what all kinds have, and leaves what else it knows of it', async () => {
    const document = openApiDocument('apps', 'v1', await loadBuiltins());
    const schemas = objectAt(document, 'components', 'schemas');
    const members = objectAt(schemas, 'io.k8s.api.apps.v1.Deployment', 'properties');
    match(textAt(members, 'apiVersion', 'description'), /^APIVersion defines/);
    match(textAt(members, 'metadata', 'description'), /^Standard object's metadata/);
    const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
    equal(at(members, 'metadata', 'allOf'), [{ $ref: `#/components/schemas/${meta}` }]);
    const created = objectAt(schemas, meta, 'properties', 'creationTimestamp');
    match(textAt(created, 'description'), /^CreationTimestamp is a timestamp/);
    is(created['format'], 'date-time');
  });

  test('marks the schemas of kinds', async () => {
    const document = openApiDocument('', 'v1', await loadBuiltins());
    const pod: JsonObject = objectAt(document, 'components', 'schemas', 'io.k8s.api.core.v1.Pod');
    equal(defined(pod['x-kubernetes-group-version-kind']), [{ group: '', kind: 'Pod', version: 'v1' }]);
    equal(
      at(pod, 'properties', 'spec', 'allOf') ?? at(pod, 'properties', 'spec', '$ref'),
      '#/components/schemas/io.k8s.api.core.v1.PodSpec',
    );
  });
});
