/** What a user without any rights asks for, and the real API server's words for no. */
export const REFUSALS: Readonly<Record<string, readonly [method: string, path: string, message: string]>> = {
  'a list of a namespace': [
    'GET',
    '/api/v1/namespaces/default/pods',
    'pods is forbidden: User "al" cannot list resource "pods" in API group "" in the namespace "default"',
  ],
  'a list of everything': [
    'GET',
    '/api/v1/pods',
    'pods is forbidden: User "al" cannot list resource "pods" in API group "" at the cluster scope',
  ],
  'one object': [
    'GET',
    '/api/v1/namespaces/default/pods/x',
    'pods "x" is forbidden: User "al" cannot get resource "pods" in API group "" in the namespace "default"',
  ],
  'a list of one name': [
    'GET',
    '/api/v1/namespaces/default/pods?fieldSelector=metadata.name%3Dx',
    'pods "x" is forbidden: User "al" cannot list resource "pods" in API group "" in the namespace "default"',
  ],
  'a subresource of a group': [
    'GET',
    '/apis/apps/v1/namespaces/default/deployments/x/scale',
    'deployments.apps "x" is forbidden: User "al" cannot get resource "deployments/scale" in API group "apps" in the namespace "default"',
  ],
  'a watch': [
    'GET',
    '/apis/apps/v1/namespaces/default/deployments?watch=1',
    'deployments.apps is forbidden: User "al" cannot watch resource "deployments" in API group "apps" in the namespace "default"',
  ],
  'a watch of the old form': [
    'GET',
    '/apis/apps/v1/watch/deployments',
    'deployments.apps is forbidden: User "al" cannot watch resource "deployments" in API group "apps" at the cluster scope',
  ],
  'a namespace': [
    'GET',
    '/api/v1/namespaces/default',
    'namespaces "default" is forbidden: User "al" cannot get resource "namespaces" in API group "" in the namespace "default"',
  ],
  'the end of a namespace': [
    'PUT',
    '/api/v1/namespaces/default/finalize',
    'namespaces "default" is forbidden: User "al" cannot update resource "namespaces/finalize" in API group "" in the namespace "default"',
  ],
  'a kind that nobody serves': [
    'GET',
    '/apis/foo.com/v1/namespaces/default/bars',
    'bars.foo.com is forbidden: User "al" cannot list resource "bars" in API group "foo.com" in the namespace "default"',
  ],
  'a creation, whatever its body': [
    'POST',
    '/api/v1/namespaces/default/configmaps',
    'configmaps is forbidden: User "al" cannot create resource "configmaps" in API group "" in the namespace "default"',
  ],
  'a replacement': [
    'PUT',
    '/api/v1/namespaces/default/configmaps/x',
    'configmaps "x" is forbidden: User "al" cannot update resource "configmaps" in API group "" in the namespace "default"',
  ],
  'a patch': [
    'PATCH',
    '/api/v1/namespaces/default/configmaps/x',
    'configmaps "x" is forbidden: User "al" cannot patch resource "configmaps" in API group "" in the namespace "default"',
  ],
  'a deletion of all': [
    'DELETE',
    '/api/v1/namespaces/default/configmaps',
    'configmaps is forbidden: User "al" cannot deletecollection resource "configmaps" in API group "" in the namespace "default"',
  ],
  "a service account's token": [
    'POST',
    '/api/v1/namespaces/default/serviceaccounts/default/token',
    'serviceaccounts "default" is forbidden: User "al" cannot create resource "serviceaccounts/token" in API group "" in the namespace "default"',
  ],
  'a page': ['GET', '/foo/bar', 'forbidden: User "al" cannot get path "/foo/bar"'],
  'a page that others may only read': [
    'POST',
    '/version',
    'forbidden: User "al" cannot post path "/version"',
  ],
};
