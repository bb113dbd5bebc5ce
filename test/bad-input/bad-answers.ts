import type { ServerResponse } from 'node:http';
import { sendJson } from '../lib/client/wire-server.ts';

/** An answer that is not what an API server's client hopes for, and the error; `HOST` is where it came from. */
export interface BadAnswer {
  readonly answer: (response: ServerResponse) => void;
  readonly says: string;
}

function status(code: number, reason: string, message: string): BadAnswer['answer'] {
  return (response) =>
    sendJson(response, code, {
      apiVersion: 'v1',
      kind: 'Status',
      metadata: {},
      status: 'Failure',
      message,
      reason,
      code,
    });
}

function text(
  code: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): BadAnswer['answer'] {
  return (response) => {
    response.writeHead(code, { 'content-type': 'text/html', ...headers });
    response.end(body);
  };
}

const WHAT = 'cannot GET /api/v1/namespaces/default/configmaps/a';
const DENIED =
  'configmaps "a" is forbidden: User "jane" cannot get resource "configmaps" in API group "" in the namespace "default"';

export const BAD_ANSWERS: Readonly<Record<string, BadAnswer>> = {
  'a client that is not known': {
    answer: status(401, 'Unauthorized', 'Unauthorized'),
    says: `${WHAT}: Unauthorized (401 Unauthorized); check the credentials in the kubeconfig, or the Pod’s service account token`,
  },
  'a client that may not': {
    answer: status(403, 'Forbidden', DENIED),
    says: `${WHAT}: ${DENIED} (403 Forbidden)`,
  },
  'a login page': {
    answer: text(200, '<html>Log in</html>'),
    says: `${WHAT}: the answer is not a JSON object: "<html>Log in</html>"`,
  },
  'a redirect': {
    answer: text(302, '', { location: 'https://login.example.com/?token=secret' }),
    says: `${WHAT}: the server redirects to https://login.example.com/: is its URL right? (302)`,
  },
  'a proxy without a server behind it': {
    answer: text(502, '<h1>Bad Gateway</h1>'),
    says: `${WHAT}: the server answered "<h1>Bad Gateway</h1>" (502 InternalError)`,
  },
  'a connection that breaks': {
    answer: (response) => void response.destroy(),
    says: `${WHAT} at HOST: other side closed`,
  },
};
