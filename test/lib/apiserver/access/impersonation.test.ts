import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { at, grant, newGuarded, NS } from './ask.ts';
import type { Guarded } from './ask.ts';

const WHOAMI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

async function whoami({ ask }: Guarded, headers: Record<string, string>): Promise<unknown> {
  const { body } = await ask('POST', WHOAMI, { token: 'root', headers, body: {} });
  return at(body, 'status', 'userInfo') ?? body['message'];
}

suite('actingUser', (test) => {
  test('takes the request for that of whom it names', async (t) => {
    const guarded = await newGuarded(t);
    const headers = {
      'impersonate-user': 'al',
      'impersonate-group': 'g, h',
      'impersonate-uid': 'u',
      'impersonate-extra-scopes%2fx': 'v',
    };
    equal(await whoami(guarded, headers), {
      username: 'al',
      uid: 'u',
      groups: ['g', 'h', 'system:authenticated'],
      extra: { 'scopes/x': ['v'] },
    });
    equal(await whoami(guarded, { 'impersonate-user': 'system:serviceaccount:default:bob' }), {
      username: 'system:serviceaccount:default:bob',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    });
  });

  test('gives him no more rights than he has', async (t) => {
    const { ask } = await newGuarded(t);
    const headers = { 'impersonate-user': 'bo' };
    is(
      (await ask('GET', `${NS}/pods`, { token: 'root', headers })).message,
      'pods is forbidden: User "bo" cannot list resource "pods" in API group "" in the namespace "default"',
    );
    const master = { ...headers, 'impersonate-group': 'system:masters' };
    is((await ask('GET', `${NS}/pods`, { token: 'root', headers: master })).status, 200);
    is(
      await whoami(await newGuarded(t), { 'impersonate-user': 'system:anonymous' }),
      'selfsubjectreviews.authentication.k8s.io is forbidden: User "system:anonymous" cannot create resource "selfsubjectreviews" in API group "authentication.k8s.io" at the cluster scope',
    );
  });

  test('asks whether the asker may act as each of them', async (t) => {
    const guarded = await newGuarded(t);
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await guarded.ask('GET', '/version', { token: 'al', headers })).status;
    is(await status({ 'impersonate-user': 'bo' }), 403);
    await grant(guarded, 'al', {
      apiGroups: [''],
      resources: ['users'],
      resourceNames: ['bo'],
      verbs: ['impersonate'],
    });
    is(await status({ 'impersonate-user': 'bo' }), 200);
    is(await status({ 'impersonate-user': 'cy' }), 403);
    is(await status({ 'impersonate-user': 'bo', 'impersonate-group': 'system:masters' }), 403);
    const refused = await guarded.ask('GET', `${NS}/pods`, {
      token: 'al',
      headers: { 'impersonate-user': 'cy' },
    });
    is(
      refused.message,
      'pods is forbidden: User "al" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "default"',
    );
  });

  test('refuses groups of nobody', async (t) => {
    const { ask } = await newGuarded(t);
    const { status, message } = await ask('GET', '/version', {
      token: 'root',
      headers: { 'impersonate-group': 'g' },
    });
    equal(
      [status, message],
      [
        400,
        'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"g"}, Extra:map[string][]string(nil)} without impersonating a user name',
      ],
    );
  });
});
