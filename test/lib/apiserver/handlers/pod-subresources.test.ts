import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import type { TestContext } from '../../../kit/suite.ts';
import { newApi, NS } from '../api.ts';
import type { Api } from '../api.ts';

const POD = `${NS}/pods/press`;

async function withPod(t: TestContext, node?: string): Promise<Api> {
  const api = await newApi(t);
  const spec = {
    containers: [{ name: 'main', image: 'press' }],
    ...(node === undefined ? {} : { nodeName: node }),
  };
  await api.ok('POST', `${NS}/pods`, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'press' }, spec });
  return api;
}

suite('subresources of Pods', (test) => {
  test('have an empty log before the Pod is on a node', async (t) => {
    const api = await withPod(t);
    const { status, body } = await api.call('GET', `${POD}/log`);
    equal([status, body.text], [200, '']);
  });

  for (const name of ['exec', 'attach', 'portforward']) {
    test(`refuse ${name} before the Pod is on a node`, async (t) => {
      const api = await withPod(t);
      const { status, body } = await api.call('POST', `${POD}/${name}`);
      equal([status, body.message], [400, 'pod press does not have a host assigned']);
    });
  }

  test('say that nothing runs once it is on one', async (t) => {
    const api = await withPod(t, 'somewhere');
    for (const [method, name] of [
      ['GET', 'log'],
      ['GET', 'exec'],
    ] as const) {
      const { status, body } = await api.call(method, `${POD}/${name}`);
      equal(
        [status, body.message],
        [500, 'Internal error occurred: no containers run behind this API server'],
      );
    }
  });

  test('are not there without the Pod', async (t) => {
    const api = await newApi(t);
    is((await api.call('GET', `${POD}/log`)).status, 404);
  });
});
