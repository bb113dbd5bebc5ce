import { equal, is, match, notEqual } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { cacheFolder, pins } from './pins.ts';

suite('pins', (test) => {
  test('reads the versions from the go.mod files', () => {
    equal(
      pins().map((pin) => Object.keys(pin.packages)),
      [['etcd'], ['kube-apiserver', 'kube-controller-manager', 'kubectl']],
    );
    for (const { version } of pins()) match(version, /^v\d+\.\d+\.\d+$/);
  });
});

suite('cacheFolder', (test) => {
  const given = {
    'our own variable first': {
      env: { OPERATORKIT_CACHE: '/ours', XDG_CACHE_HOME: '/xdg' },
      want: /^\/ours\/control-plane\/[0-9a-f]{16}$/,
    },
    'the common cache next': {
      env: { OPERATORKIT_CACHE: '', XDG_CACHE_HOME: '/xdg' },
      want: /^\/xdg\/operatorkit\/control-plane\/[0-9a-f]{16}$/,
    },
    'the home folder last': { env: {}, want: /\/\.cache\/operatorkit\/control-plane\/[0-9a-f]{16}$/ },
  };
  for (const [name, { env, want }] of Object.entries(given)) {
    test(`takes ${name}`, () => match(cacheFolder(env), want));
  }

  test('names the folder for what is built, not for where', () => {
    const name = (env: NodeJS.ProcessEnv): string | undefined => cacheFolder(env).split('/').at(-1);
    is(name({ OPERATORKIT_CACHE: '/a' }), name({ OPERATORKIT_CACHE: '/b' }));
    notEqual(cacheFolder({ OPERATORKIT_CACHE: '/a' }), cacheFolder({ OPERATORKIT_CACHE: '/b' }));
  });
});
