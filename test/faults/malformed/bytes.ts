import type { WireRequest } from './corpus.ts';

/** The request as it goes over the wire. */
export function bytesOf({ method, target, version, headers, body }: WireRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${target} ${version}\r\n${lines.join('')}\r\n`, 'latin1'),
    body,
  ]);
}

/** With another body and the length that fits it. */
export function withBody(request: WireRequest, body: Buffer | string): WireRequest {
  const bytes = Buffer.from(body as Buffer);
  return withHeader({ ...request, body: bytes }, 'content-length', String(bytes.length));
}

export function withHeader(request: WireRequest, name: string, value: string): WireRequest {
  const others = request.headers.filter(([other]) => other !== name);
  return { ...request, headers: [...others, [name, value]] };
}

export function withoutHeader(request: WireRequest, name: string): WireRequest {
  return { ...request, headers: request.headers.filter(([other]) => other !== name) };
}
