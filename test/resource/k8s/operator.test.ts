import { silentLogger } from '../../../context/index.ts';
import { errorMessage, isInvalidConfig } from '../../../lib/errors.ts';
import { ConfigMap, Deployment, Service } from '../../../lib/object/kinds.ts';
import { Children } from '../../../resource/k8s/children.ts';
import { newOperator, type OperatorConfig } from '../../../resource/k8s/operator.ts';
import { newClient } from '../../../lib/client/http-client.ts';
import { equal, is, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { scriptedTransport } from '../../lib/client/scripted-transport.ts';

const right: OperatorConfig<ConfigMap> = {
  name: 'web',
  client: newClient({ transport: scriptedTransport() }),
  logger: silentLogger,
  resource: { kind: ConfigMap },
  kinds: [Service],
  desired: () => [],
};

suite('newOperator', (test) => {
  const wrong: Readonly<Record<string, readonly [object, string]>> = {
    'no options': [{ ...right, name: undefined }, 'OperatorConfig.name must not be empty'],
    'no logger': [{ ...right, logger: undefined }, 'OperatorConfig.logger must not be empty'],
    'no resource': [{ ...right, resource: undefined }, 'OperatorConfig.resource must not be empty'],
    'a resource without a kind': [
      { ...right, resource: {} },
      'OperatorConfig.resource.kind must not be empty',
    ],
    'no client': [{ ...right, client: undefined }, 'OwnedObjectsOptions.client must not be empty'],
    'no kinds': [{ ...right, kinds: [] }, 'OwnedObjectsOptions.kinds must be a list of at least one kind'],
    'a report that is none': [{ ...right, report: {} }, 'OperatorConfig.report must be a function'],
  };
  for (const [name, [config, message]] of Object.entries(wrong)) {
    test(`refuses ${name}`, () => {
      throws(
        () => newOperator(config as typeof right),
        (error) => isInvalidConfig(error) && errorMessage(error).startsWith(message),
      );
    });
  }

  test('declares what it asks of the API server', () => {
    const asked = newOperator(right)
      .permissions()
      .map(({ kind, subresource, verbs }) => [kind.kind, subresource ?? '', ...verbs].join(' '));
    is(asked.includes('ConfigMap  get list watch'), true);
    is(asked.includes('ConfigMap status patch'), true);
    is(
      asked.some((one) => /^Service .*\bpatch\b/.test(one)),
      true,
    );
  });
});

suite('Children', (test) => {
  const deployment: Deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a' },
    spec: { selector: {}, template: {} },
  };
  const one: Service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'one' } };
  const two: Service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'two' } };
  const children = new Children([deployment, one, two]);

  test('finds those of a kind, by name, and the only one', () => {
    equal(children.of(Service), [one, two]);
    is(children.get(Service, 'two'), two);
    is(children.get(Service, 'three'), undefined);
    is(children.get(Deployment), deployment);
  });

  test('does not choose among several', () => {
    is(children.get(Service), undefined);
  });
});
