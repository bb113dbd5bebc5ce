import { readFileSync, readdirSync } from 'node:fs';

import { ConfigMap, Deployment, type Kind, type ObjectRef, Service } from 'operatorkit';
import { parse } from 'yaml';

import { Website } from '../website.ts';
import { type Stage, refOf } from './stage.ts';

/** One thing that users do, and what the operator must make of it. */
export interface Step {
  readonly name: string;
  /** The kubectl command that does the same. */
  readonly command: string;
  /** Resolves with what was reached; rejects when it was not, in time. */
  readonly run: (stage: Stage) => Promise<string>;
}

const folder = new URL('../websites/', import.meta.url);
const blog: ObjectRef = { name: 'blog', namespace: 'default' };
const docs: ObjectRef = { name: 'docs', namespace: 'default' };
const shop: ObjectRef = { name: 'shop', namespace: 'default' };
const news: ObjectRef = { name: 'news', namespace: 'default' };
const headline: ObjectRef = { name: 'headline', namespace: 'default' };

/** The tour. Each step builds on the ones before. */
export const steps: readonly Step[] = [
  { name: 'create', command: 'kubectl apply -f examples/website/websites/', run: create },
  { name: 'scale', command: 'kubectl scale website/blog --replicas=4', run: scale },
  {
    name: 'drift',
    command: 'kubectl delete service/blog; kubectl set image deployment/docs web=nginx:1.0',
    run: drift,
  },
  {
    name: 'fail',
    command: 'kubectl apply -f news.yaml   (asks for a banner that is missing)',
    run: failAndRecover,
  },
  { name: 'delete', command: 'kubectl delete website/shop', run: remove },
];

function websites(): readonly Website[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return files.map((name) => parse(readFileSync(new URL(name, folder), 'utf8')) as Website);
}

async function create(stage: Stage): Promise<string> {
  const sites = websites();
  for (const site of sites) await stage.put<Website>(Website, site);
  const ready = await Promise.all(sites.map(async (site) => await stage.running(refOf(site))));
  const total = ready.reduce((sum, count) => sum + count, 0);
  return `${sites.length} websites run on ${total} pods`;
}

async function scale(stage: Stage): Promise<string> {
  await stage.patch(Website, blog, { spec: { replicas: 4 } }, 'asked for 4 replicas');
  return `blog runs on ${await stage.running(blog)} pods`;
}

async function drift(stage: Stage): Promise<string> {
  const { ctx, client } = stage;
  await client.delete(ctx, Service, blog);
  stage.tell('blog', 'Service deleted by hand');
  const container = { name: 'web', image: 'nginx:1.0' };
  const spec = { template: { spec: { containers: [container] } } };
  const before = await client.get<Deployment>(ctx, Deployment, docs);
  await client.patch(ctx, Deployment, docs, { type: 'strategic', value: { spec } });
  stage.tell('docs', 'Deployment changed by hand to nginx:1.0');

  await stage.until<Service>(Service, blog, 'is back', (service) => service !== undefined);
  stage.tell('blog', 'Service is back');
  const wanted = before.spec?.template.spec?.containers[0]?.image;
  await stage.until<Deployment>(
    Deployment,
    docs,
    'is put back',
    (deployment) => deployment?.spec?.template.spec?.containers[0]?.image === wanted,
  );
  stage.tell('docs', `Deployment is back at ${wanted}`);
  await stage.running(docs);
  return 'a deleted Service and a changed Deployment were put back';
}

async function failAndRecover(stage: Stage): Promise<string> {
  const site = {
    apiVersion: 'web.example.com/v1',
    kind: 'Website',
    metadata: news,
    spec: { title: 'News', bannerFrom: headline.name },
  };
  await stage.put<Website>(Website, site as unknown as Website);
  await stage.until<Website>(Website, news, 'fails', (found) => found?.status?.phase === 'Failed');
  const banner: ConfigMap = { metadata: headline, data: { banner: 'Operators are fun' } };
  await stage.put<ConfigMap>(ConfigMap, banner);
  await stage.running(news);
  await stage.until<ConfigMap>(
    ConfigMap,
    news,
    'shows the banner',
    (pages) => pages?.data?.['index.html']?.includes('Operators are fun') ?? false,
  );
  return 'news failed, was tried again, and runs since its banner exists';
}

async function remove(stage: Stage): Promise<string> {
  const { ctx, client } = stage;
  await client.delete(ctx, Website, shop);
  stage.tell('shop', 'deletion asked for; the finalizer holds it until its children are gone');
  const kinds: readonly Kind[] = [Deployment, Service, ConfigMap, Website];
  for (const kind of kinds) {
    await stage.until(kind, shop, 'is gone', (found) => found === undefined);
    if (kind !== Website) stage.tell('shop', `${kind.kind} is gone`);
  }
  return 'shop and everything that it owned is gone';
}
