import { VirtualClock } from '../../../../lib/testing/virtual-clock.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { equal, is, match } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import type { TestContext } from '../../../kit/suite.ts';
import { at, newGuarded, NS, textAt } from './ask.ts';
import type { Guarded, Reply } from './ask.ts';

const PATH = `${NS}/serviceaccounts/default/token`;
const WHOAMI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

async function tokenOf({ root }: Guarded, spec: object = {}): Promise<string> {
  return textAt(await root('POST', PATH, { spec }), 'status', 'token');
}

async function whoami({ ask }: Guarded, token: string): Promise<Reply> {
  return await ask('POST', WHOAMI, { token, body: {} });
}

function claims(token: string): JsonObject {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JsonObject;
}

async function onVirtualTime(t: TestContext): Promise<{ guarded: Guarded; clock: VirtualClock }> {
  const clock = new VirtualClock();
  return { clock, guarded: await newGuarded(t, { clock }) };
}

suite('requestToken', (test) => {
  test('issues a token that stands for the service account', async (t) => {
    const guarded = await newGuarded(t);
    const answer = await guarded.root('POST', PATH, {});
    equal(
      [answer['kind'], at(answer, 'metadata', 'name'), answer['spec']],
      [
        'TokenRequest',
        'default',
        {
          audiences: ['https://kubernetes.default.svc.cluster.local'],
          expirationSeconds: 3600,
          boundObjectRef: null,
        },
      ],
    );
    const token = textAt(answer, 'status', 'token');
    const user = at((await whoami(guarded, token)).body, 'status', 'userInfo') as JsonObject;
    equal(
      [user['username'], user['groups']],
      [
        'system:serviceaccount:default:default',
        ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
      ],
    );
    match(JSON.stringify(user['extra']), /"authentication\.kubernetes\.io\/credential-id":\["JTI=[\w-]+"\]/u);
  });

  test('writes into the token what a real one has', async (t) => {
    const { guarded, clock } = await onVirtualTime(t);
    const { kubernetes: _, ...read } = claims(
      await tokenOf(guarded, { audiences: ['a'], expirationSeconds: 600 }),
    );
    const now = Math.trunc(clock.now() / 1000);
    const { jti, 'kubernetes.io': own, ...rest } = read as Record<string, unknown>;
    match(String(jti), /^[\da-f-]{36}$/u);
    is(textAt(own as JsonObject, 'serviceaccount', 'name'), 'default');
    equal(rest, {
      aud: ['a'],
      exp: now + 600,
      iat: now,
      iss: 'https://kubernetes.default.svc.cluster.local',
      nbf: now,
      sub: 'system:serviceaccount:default:default',
    });
  });

  test('lets a token end', async (t) => {
    const { guarded, clock } = await onVirtualTime(t);
    const token = await tokenOf(guarded, { expirationSeconds: 600 });
    await clock.advance(599_000);
    is((await whoami(guarded, token)).status, 201);
    await clock.advance(2000);
    is((await whoami(guarded, token)).status, 401);
  });

  test('ends a token with its account, and with what it is bound to', async (t) => {
    const guarded = await newGuarded(t);
    await guarded.root('POST', `${NS}/secrets`, { metadata: { name: 's' } });
    const plain = await tokenOf(guarded);
    const bound = await tokenOf(guarded, {
      boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 's' },
    });
    is((await whoami(guarded, bound)).status, 201);
    await guarded.root('DELETE', `${NS}/secrets/s`);
    is((await whoami(guarded, bound)).status, 401);
    is((await whoami(guarded, plain)).status, 201);
    await guarded.root('DELETE', `${NS}/serviceaccounts/default`);
    is((await whoami(guarded, plain)).status, 401);
  });

  test('takes a token only for whom it is meant', async (t) => {
    const guarded = await newGuarded(t);
    const token = await tokenOf(guarded, { audiences: ['other', 'more'] });
    is((await whoami(guarded, token)).status, 401);
    const review = (audiences: readonly string[]): Promise<JsonObject> =>
      guarded.root('POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token, audiences } });
    equal(at(await review(['other', 'third']), 'status', 'audiences'), ['other']);
    is(
      at(await review(['third']), 'status', 'error'),
      '[invalid bearer token, token audiences ["other" "more"] is invalid for the target audiences ["third"]]',
    );
  });

  test('takes no token of another server, nor one that was changed', async (t) => {
    const [one, two] = [await newGuarded(t), await newGuarded(t)];
    const token = await tokenOf(one);
    is((await whoami(two, token)).status, 401);
    is((await whoami(one, `${token.slice(0, -6)}AAAAAA`)).status, 401);
    const [header, , signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ ...claims(token), sub: 'root' })).toString('base64url');
    is((await whoami(one, `${header}.${forged}.${signature}`)).status, 401);
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    is((await whoami(one, `${none}.${forged}.`)).status, 401);
  });

  test('refuses in the words of the real server', async (t) => {
    const { ask, root } = await newGuarded(t);
    await root('POST', `${NS}/secrets`, { metadata: { name: 's' } });
    const bound = (kind: string, name: string, uid?: string): object => ({
      boundObjectRef: { kind, apiVersion: 'v1', name, uid },
    });
    const cases: Readonly<Record<string, readonly [status: number, spec: object, message: string]>> = {
      'too short': [
        422,
        { expirationSeconds: 10 },
        'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 10: may not specify a duration less than 10 minutes',
      ],
      'too long': [
        422,
        { expirationSeconds: 99_999_999_999 },
        'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 99999999999: may not specify a duration larger than 2^32 seconds',
      ],
      'bound to what is not there': [404, bound('Pod', 'x'), 'pods "x" not found'],
      'bound to another kind': [
        400,
        bound('ConfigMap', 'x'),
        'cannot bind token to object of type /v1, Kind=ConfigMap',
      ],
      'bound to another object': [
        409,
        bound('Secret', 's', 'x'),
        'Operation cannot be fulfilled on Secret "s": the UID in the bound object reference (x) does not match the UID in record. The object might have been deleted and then recreated',
      ],
    };
    for (const [what, [status, spec, message]] of Object.entries(cases)) {
      const reply = await ask('POST', PATH, { token: 'root', body: { spec } });
      equal([reply.status, reply.message], [status, message], what);
    }
    is((await ask('POST', `${NS}/serviceaccounts/nope/token`, { token: 'root', body: {} })).status, 404);
    is((await ask('GET', PATH, { token: 'root' })).status, 405);
  });
});
