/** What a request wants to do, in the API's words. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

const OF_ONE: Readonly<Record<string, Verb>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
const OF_MANY: Readonly<Record<string, Verb>> = {
  GET: 'list',
  POST: 'create',
  DELETE: 'deletecollection',
};

/** Undefined where there is no such thing. A POST to one object makes something below it. */
export function verbOf(method: string, named: boolean, watch: boolean): Verb | undefined {
  if (!named && method === 'GET' && watch) return 'watch';
  return (named ? OF_ONE : OF_MANY)[method];
}
