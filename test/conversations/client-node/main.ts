// `main.ts kubeconfig namespace`: has the conversation, in a new namespace, and prints the answers, one to a line.
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { converse } from './talk.ts';

const [, , kubeconfig = '', name = ''] = process.argv;
const config = new KubeConfig();
config.loadFromFile(kubeconfig);
const api = config.makeApiClient(CoreV1Api);
await api.createNamespace({ body: { metadata: { name } } });
for (const answer of await converse(config, name)) console.log(JSON.stringify(answer));
await api.deleteNamespace({ name });
