// What must not compile against the installed package. Were its types lost on the way, everything would be
// `any`, nothing below would be refused, and the compiler would call each directive unused.
import { ConfigMap, ResourceSet, type Client, type Deployment, type Resource } from 'operatorkit';
import { background, requeueAfter, silentLogger } from 'operatorkit/context';
import { startApiServer } from 'operatorkit/testing';

/** Never called. */
export async function refused(client: Client, ofDeployments: Resource<Deployment>): Promise<void> {
  const found = await client.get(background(), ConfigMap, { namespace: 'default', name: 'a' });
  // @ts-expect-error: a ConfigMap has no spec
  console.log(found.spec);
  // @ts-expect-error: its data are texts
  const data: Record<string, number> | undefined = found.data;
  console.log(data);
  const logger = silentLogger;
  // @ts-expect-error: a resource of Deployments is none of ConfigMaps
  console.log(new ResourceSet<ConfigMap>({ logger, handles: () => true, resources: [ofDeployments] }));
  // @ts-expect-error: milliseconds are a number
  requeueAfter.set(background(), '1s');
  // @ts-expect-error: ports are numbers
  await startApiServer({ port: '6443' });
}
