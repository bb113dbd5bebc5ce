/** A kubeconfig that cannot be used, and what is said of it; `FILE` stands for its path. */
export interface BrokenKubeconfig {
  /** What is in the file; undefined: there is none. */
  readonly text: string | undefined;
  readonly context?: string;
  readonly mode?: number;
  readonly says: string;
}

/** A whole one, whose parts the cases below replace. */
function kubeconfig(parts: Readonly<Record<string, string>> = {}): string {
  const whole = {
    clusters: '[{ name: c, cluster: { server: "https://10.0.0.1:6443" } }]',
    users: '[{ name: u, user: {} }]',
    contexts: '[{ name: x, context: { cluster: c, user: u } }]',
    'current-context': 'x',
    ...parts,
  };
  return Object.entries(whole)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

const user = (fields: string): string => kubeconfig({ users: `[{ name: u, user: ${fields} }]` });
const cluster = (fields: string): string => kubeconfig({ clusters: `[{ name: c, cluster: ${fields} }]` });

export const BROKEN_KUBECONFIGS: Readonly<Record<string, BrokenKubeconfig>> = {
  'no file': {
    text: undefined,
    says: 'cannot read the kubeconfig FILE: there is no such file; set KUBECONFIG or give its path',
  },
  'no YAML': {
    text: 'clusters: [\nusers: secret-token: x',
    says: 'cannot read the kubeconfig FILE: line 2 is no YAML (BAD_INDENT)',
  },
  'an empty file': { text: '', says: 'cannot read the kubeconfig FILE: it is empty or no mapping' },
  'no mapping': { text: '- a\n- b', says: 'cannot read the kubeconfig FILE: it is empty or no mapping' },
  'clusters that are no list': {
    text: kubeconfig({ clusters: '{ name: c }' }),
    says: 'cannot read the kubeconfig FILE: clusters must be a list',
  },
  'a user without a name': {
    text: kubeconfig({ users: '[{ user: { token: secret } }]' }),
    says: 'cannot read the kubeconfig FILE: users[0] must have a name and a mapping "user"',
  },
  'no current context': {
    text: kubeconfig({ 'current-context': '""' }),
    says: 'cannot choose a context of FILE: current-context is not set; it has x',
  },
  'a context that is not there': {
    text: kubeconfig(),
    context: 'y',
    says: 'cannot find context y in FILE: it has x',
  },
  'a context whose cluster is not there': {
    text: kubeconfig({ contexts: '[{ name: x, context: { cluster: d } }]' }),
    says: 'cannot use context x of FILE: there is no cluster d',
  },
  'a context without a cluster': {
    text: kubeconfig({ contexts: '[{ name: x, context: {} }]' }),
    says: 'cannot use context x of FILE: context x names no cluster',
  },
  'a context whose user is not there': {
    text: kubeconfig({ users: '[]' }),
    says: 'cannot use context x of FILE: there is no user u',
  },
  'a server that is no URL': {
    text: cluster('{ server: "ftp://10.0.0.1" }'),
    says: 'cannot use cluster c of FILE: server must be an http or https URL',
  },
  'no server': {
    text: cluster('{}'),
    says: 'cannot use cluster c of FILE: server must be an http or https URL',
  },
  'a certificate authority that is not there': {
    text: cluster('{ server: "https://10.0.0.1", certificate-authority: /none/ca.crt }'),
    says: 'cannot read /none/ca.crt, the certificate-authority of c in FILE',
  },
  'a certificate without its key': {
    text: user('{ client-certificate-data: QQ== }'),
    says: 'cannot use user u of FILE: client-certificate and client-key go together',
  },
  'a token file that is not there': {
    text: user('{ tokenFile: /none/token }'),
    says: 'cannot use user u of FILE: cannot read the token file /none/token',
  },
  'a plugin without a command': {
    text: user('{ exec: { apiVersion: client.authentication.k8s.io/v1 } }'),
    says: 'cannot use user u of FILE: exec.command must not be empty',
  },
  'a plugin that is not installed': {
    text: user('{ exec: { command: no-such-plugin } }'),
    says: 'cannot use user u of FILE: there is no command no-such-plugin; install it or correct exec.command',
  },
};
