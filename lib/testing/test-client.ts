import type { ApiServer } from '../apiserver/server.ts';
import type { Client } from '../client/client.ts';
import { type ClientOptions, newClient } from '../client/http-client.ts';

/** A client of an API server in this process, without a socket. Whoever asks for it closes it. */
export function newTestClient(
  server: Pick<ApiServer, 'transport'>,
  options: Omit<ClientOptions, 'transport'> = {},
): Client {
  return newClient({ ...options, transport: server.transport() });
}
