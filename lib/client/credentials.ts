/** What identifies us to an API server beyond the connection's own TLS options. */
export interface Credentials {
  /** Names in lower case: `authorization`, `impersonate-user`, … */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A client certificate that an exec plugin issued. PEM. */
  readonly certificate?: ClientCertificate;
}

export interface ClientCertificate {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/**
 * Asked before each request, so it answers from memory while what it has is valid.
 *
 * `renew` is set after the server answered 401: what it gave last is no good any more. It may be set many times
 * in a row; the source decides how often it really asks again.
 */
export type CredentialSource = (options: { readonly renew: boolean }) => Promise<Credentials>;

/** The header of a bearer token. */
export function bearer(token: string): Credentials {
  return { headers: { authorization: `Bearer ${token}` } };
}

/** Whether both would send the same. */
export function sameCredentials(a: Credentials, b: Credentials): boolean {
  return (
    JSON.stringify(a.headers) === JSON.stringify(b.headers) && isSameCertificate(a.certificate, b.certificate)
  );
}

export function isSameCertificate(
  a: ClientCertificate | undefined,
  b: ClientCertificate | undefined,
): boolean {
  return a === b || String(a?.cert) === String(b?.cert);
}

/** Makes concurrent callers share one run of the work; a call after its end starts a new one. */
export function sharedWhileRunning<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return async () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return await running;
  };
}
