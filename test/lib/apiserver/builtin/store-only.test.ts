import { equal, is, ok } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { newApi } from '../api.ts';

const FLOWS = '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas';

suite('kinds that are only stored', (test) => {
  test('have their defaults, and say in a warning that nobody acts on them', async (t) => {
    const api = await newApi(t);
    const spec = { priorityLevelConfiguration: { name: 'global-default' } };
    const made = await api.call('POST', FLOWS, { metadata: { name: 'one' }, spec });
    is(made.status, 201);
    equal(made.body['spec'], { ...spec, matchingPrecedence: 1000 });
    equal(made.headers['warning'], ['299 - "this API server stores a FlowSchema and does not act on it"']);
  });

  test('are those that would call webhooks or hold policies, too', async (t) => {
    const api = await newApi(t);
    const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
    const spec = { validations: [{ expression: 'false' }] };
    const { status, headers } = await api.call('POST', policies, {
      metadata: { name: 'a.static.k8s.io' },
      spec,
    });
    is(status, 201);
    const warnings = [headers['warning']].flat().map(String);
    is(warnings.length, 2);
    ok(warnings[1]?.endsWith('stores a ValidatingAdmissionPolicy and does not act on it"'));
  });
});
