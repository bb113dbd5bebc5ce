import { parseFault } from '../../../../lib/apiserver/command/fault-text.ts';
import { newApi, NS } from '../api.ts';
import { equal, is, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

suite('parseFault', (test) => {
  test('reads failures of some requests', async (t) => {
    const api = await newApi(t);
    parseFault('fail:status=429,retryAfter=3,times=1,verb=list,resource=pods').inject(api.server.faults);
    is((await api.call('GET', `${NS}/configmaps`)).status, 200);
    const { status, headers } = await api.call('GET', `${NS}/pods`);
    equal([status, headers['retry-after']], [429, '3']);
    is((await api.call('GET', `${NS}/pods`)).status, 200);
  });

  test('fails for ever unless it is told how often', async (t) => {
    const api = await newApi(t);
    parseFault('fail:status=500').inject(api.server.faults);
    for (let call = 0; call < 3; call++) is((await api.call('GET', `${NS}/pods`)).status, 500);
  });

  test('fails never when its share is nothing', async (t) => {
    const api = await newApi(t);
    parseFault('fail:status=500,share=0').inject(api.server.faults);
    is((await api.call('GET', `${NS}/pods`)).status, 200);
  });

  test('reads what happens again and again', () => {
    const periods = ['cut:every=30', 'compact:every=0.5', 'refuse:every=60,ms=2000', 'delay:ms=5'].map(
      (text) => parseFault(text).everyMs,
    );
    equal(periods, [30_000, 500, 60_000, undefined]);
  });

  test('says what is wrong with a text', () => {
    const cases: Readonly<Record<string, RegExp>> = {
      '': /there is no fault ""; there are fail, delay, cut, refuse, compact/u,
      fail: /status is missing/u,
      'fail:status=200': /status must be a number, from 400 to 599/u,
      'fail:status=500,shaer=1': /fail has no parameter "shaer"; it has status, retryAfter, verb/u,
      'fail:status=500,share=2': /share must be a number, from 0 to 1/u,
      'delay:ms=': /ms must be a number, 0 or more/u,
      cut: /every is missing/u,
      'cut:every=0': /every must be a number/u,
      'refuse:every=1': /ms is missing/u,
    };
    for (const [text, message] of Object.entries(cases)) throws(() => parseFault(text), message);
  });
});
