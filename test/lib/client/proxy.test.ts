import { proxyFromEnvironment } from '../../../lib/client/proxy.ts';
import { is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const PROXY = 'http://proxy:3128';

const CASES = {
  'nothing set': { server: 'https://a.example', env: {}, want: undefined },
  'an https server': { server: 'https://a.example', env: { HTTPS_PROXY: PROXY }, want: PROXY },
  'lower case': { server: 'https://a.example', env: { https_proxy: PROXY }, want: PROXY },
  'a proxy without a scheme': {
    server: 'https://a.example',
    env: { HTTPS_PROXY: 'proxy:3128' },
    want: PROXY,
  },
  'the wrong scheme': { server: 'http://a.example', env: { HTTPS_PROXY: PROXY }, want: undefined },
  loopback: { server: 'https://127.0.0.1:6443', env: { HTTPS_PROXY: PROXY }, want: undefined },
  'loopback of version 6': { server: 'https://[::1]:6443', env: { HTTPS_PROXY: PROXY }, want: undefined },
  'a network': {
    server: 'https://10.96.0.1',
    env: { HTTPS_PROXY: PROXY, NO_PROXY: 'x, 10.0.0.0/8' },
    want: undefined,
  },
  'another network': {
    server: 'https://11.96.0.1',
    env: { HTTPS_PROXY: PROXY, NO_PROXY: '10.0.0.0/8' },
    want: PROXY,
  },
  'a network of version 6': {
    server: 'https://[fd00::1]:443',
    env: { HTTPS_PROXY: PROXY, NO_PROXY: 'fd00::/8' },
    want: undefined,
  },
  'a domain': {
    server: 'https://api.example.com',
    env: { HTTPS_PROXY: PROXY, NO_PROXY: 'example.com' },
    want: undefined,
  },
  'a domain that only ends alike': {
    server: 'https://notexample.com',
    env: { HTTPS_PROXY: PROXY, NO_PROXY: 'example.com' },
    want: PROXY,
  },
  "a domain's hosts without itself": {
    server: 'https://example.com',
    env: { HTTPS_PROXY: PROXY, NO_PROXY: '.example.com' },
    want: PROXY,
  },
  'another port': {
    server: 'https://api.example.com:6443',
    env: { HTTPS_PROXY: PROXY, NO_PROXY: 'api.example.com:443' },
    want: PROXY,
  },
  everything: { server: 'https://a.example', env: { HTTPS_PROXY: PROXY, NO_PROXY: '*' }, want: undefined },
};

suite('proxyFromEnvironment', (test) => {
  for (const [name, { server, env, want }] of Object.entries(CASES))
    test(`knows ${name}`, () => is(proxyFromEnvironment(server, env), want));
});
