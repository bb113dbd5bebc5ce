import { equal, is } from '../../../kit/assert.ts';
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
});
