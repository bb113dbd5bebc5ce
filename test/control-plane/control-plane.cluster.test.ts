import { eventually } from '../../lib/testing/eventually.ts';
import { equal, is, match, notEqual, ok, rejects } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { startControlPlane } from './control-plane.ts';
import { newKubectl } from './kubectl.ts';
import type { Kubectl } from './kubectl.ts';
import { pins } from './pins.ts';

/** The control plane that the runner shares among the files of this tier. */
function sharedKubectl(): Kubectl {
  const { OPERATORKIT_KUBECTL: kubectlPath, OPERATORKIT_KUBECONFIG: kubeconfigPath } = process.env;
  if (!kubectlPath || !kubeconfigPath) throw new Error('cannot find the cluster: run `npm run test:cluster`');
  return newKubectl({ kubectlPath, kubeconfigPath });
}

interface Namespace extends AsyncDisposable {
  /** Runs kubectl in this namespace. */
  readonly kubectl: Kubectl;
}

/** A namespace of its own for each test; what is in it goes with it. */
async function newNamespace(kubectl: Kubectl, name: string): Promise<Namespace> {
  await kubectl(['create', 'namespace', name]);
  return {
    kubectl: (args, input) => kubectl(['--namespace', name, ...args], input),
    [Symbol.asyncDispose]: async () => {
      await kubectl(['delete', 'namespace', name, '--wait=false']);
    },
  };
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** Waits for what a controller makes; the deadline is the patience of the slowest machine. */
function eventuallyListed(kubectl: Kubectl, ...what: readonly string[]): Promise<string> {
  const list = (): Promise<string> => kubectl(['get', '--ignore-not-found', '--output=name', ...what]);
  const options = { what: what.join(' '), deadlineMs: 30_000, intervalMs: 100 };
  return eventually(list, (names) => !isEmpty(names), options);
}

const DEPLOYMENT = ['create', 'deployment', 'web', '--image=nginx', '--replicas=1'];

suite('startControlPlane', (test) => {
  test('runs the versions that are pinned, server and client', async () => {
    const versions = JSON.parse(await sharedKubectl()(['version', '--output=json'])) as {
      readonly clientVersion: { readonly gitVersion: string };
      readonly serverVersion: { readonly gitVersion: string };
    };
    const pinned = pins().find((pin) => 'kubectl' in pin.packages)?.version;
    equal([versions.clientVersion.gitVersion, versions.serverVersion.gitVersion], [pinned, pinned]);
  });

  test('gives a new namespace its service account and its root CA', async () => {
    await using namespace = await newNamespace(sharedKubectl(), 'plane-namespace');
    await eventuallyListed(namespace.kubectl, 'serviceaccount', 'default');
    await eventuallyListed(namespace.kubectl, 'configmap', 'kube-root-ca.crt');
  });

  test('gives a Deployment its ReplicaSet and a Pod with a service account', async () => {
    await using namespace = await newNamespace(sharedKubectl(), 'plane-deployment');
    await namespace.kubectl(DEPLOYMENT);
    match(await eventuallyListed(namespace.kubectl, 'replicasets'), /^replicaset\.apps\/web-/);
    match(await eventuallyListed(namespace.kubectl, 'pods'), /^pod\/web-/);
    const pod = await namespace.kubectl(['get', 'pods', '--output=yaml']);
    match(pod, /serviceAccountName: default/);
    match(pod, /name: kube-api-access-/);
  });

  test('collects the dependents of a deleted owner', async () => {
    await using namespace = await newNamespace(sharedKubectl(), 'plane-collection');
    await namespace.kubectl(DEPLOYMENT);
    await eventuallyListed(namespace.kubectl, 'pods');
    await namespace.kubectl(['delete', 'deployment', 'web']);
    const rest = (): Promise<string> => namespace.kubectl(['get', 'replicasets,pods', '--output=name']);
    await eventually(rest, isEmpty, { what: 'the collection', deadlineMs: 30_000, intervalMs: 100 });
  });

  test('keeps data, address and controllers when the API server is killed or restarted', async () => {
    await using plane = await startControlPlane();
    const kubectl = newKubectl(plane);
    await kubectl(['create', 'configmap', 'kept', '--from-literal=answer=42']);
    const uid = (): Promise<string> =>
      kubectl(['get', 'configmap', 'kept', '--output=jsonpath={.metadata.uid}']);
    const before = await uid();
    ok(!isEmpty(before));
    await plane.restartApiServer();
    is(await uid(), before);
    await plane.stopApiServer();
    await rejects(uid, /refused/);
    await plane.startApiServer();
    is(await uid(), before);
    await using namespace = await newNamespace(kubectl, 'after-restart');
    await eventuallyListed(namespace.kubectl, 'serviceaccount', 'default');
  });

  test('starts beside another one, on another port', async () => {
    await using plane = await startControlPlane();
    const address = ['config', 'view', '--output=jsonpath={.clusters[0].cluster.server}'];
    const kubectl = newKubectl(plane);
    is(await kubectl(address), plane.baseUrl);
    notEqual(await sharedKubectl()(address), plane.baseUrl);
    is(await kubectl(['get', '--raw', '/readyz']), 'ok');
  });
});
