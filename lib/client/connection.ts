import type { CredentialSource } from './credentials.ts';
import type { TlsOptions } from './undici-transport.ts';

/** Everything that must be known to talk to one API server. */
export interface Connection {
  readonly server: string;
  readonly tls: TlsOptions;
  readonly credentials?: CredentialSource;
  /** Default: what the environment says. */
  readonly proxyUrl?: string;
  /** Where objects go when nobody says otherwise: the Pod's own, or the context's. */
  readonly namespace: string;
  /** For logs: which configuration this is, without any secret. */
  readonly origin: string;
}
