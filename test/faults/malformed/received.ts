/** One answer on the wire. */
export interface Received {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The size of the first line and the headers. */
  readonly headBytes: number;
  readonly body: Buffer;
  /** The bytes ended before the answer did. */
  readonly cut: boolean;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');

/**
 * Reads all answers that a connection brought.
 *
 * @param withoutBody whether the n-th answer is one to HEAD.
 * @throws when something is no HTTP.
 */
export function answersIn(bytes: Buffer, withoutBody: (index: number) => boolean): readonly Received[] {
  const answers: Received[] = [];
  for (let at = 0; at < bytes.length;) {
    const { answer, end } = readAnswer(bytes, at, withoutBody(answers.length));
    if (answer.status >= 200) answers.push(answer); // 100 Continue is no answer yet.
    at = end;
  }
  return answers;
}

function readAnswer(bytes: Buffer, start: number, empty: boolean): { answer: Received; end: number } {
  const headEnd = bytes.indexOf(HEAD_END, start);
  if (headEnd < 0)
    throw new Error(`cannot read the answer's head: ${bytes.toString('latin1', start, start + 200)}`);
  const [line = '', ...fields] = bytes.toString('latin1', start, headEnd).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /u.exec(line)?.[1] ?? Number.NaN);
  if (!(status >= 100)) throw new Error(`cannot read the answer's first line: ${line}`);
  const headers = new Map(fields.map(headerOf));
  const { body, end, cut } = bodyAt(bytes, headEnd + 4, headers, empty || status < 200);
  return { answer: { status, headers, headBytes: headEnd - start, body, cut }, end };
}

function headerOf(field: string): [string, string] {
  const found = /^([!#$%&'*+.^_`|~\w-]+): ?(.*)$/u.exec(field);
  if (found === null) throw new Error(`cannot read a header of the answer: ${field}`);
  return [found[1]!.toLowerCase(), found[2]!];
}

interface Body {
  readonly body: Buffer;
  readonly end: number;
  readonly cut: boolean;
}

function bodyAt(bytes: Buffer, start: number, headers: ReadonlyMap<string, string>, empty: boolean): Body {
  if (empty) return { body: Buffer.alloc(0), end: start, cut: false };
  if (headers.get('transfer-encoding') === 'chunked') return chunkedBody(bytes, start);
  const length = headers.get('content-length');
  const end = length === undefined ? bytes.length : start + Number(length);
  return { body: bytes.subarray(start, end), end: Math.min(end, bytes.length), cut: end > bytes.length };
}

function chunkedBody(bytes: Buffer, start: number): Body {
  const pieces: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    if (lineEnd < 0) return { body: Buffer.concat(pieces), end: bytes.length, cut: true };
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error('cannot read the size of a chunk of the answer');
    const from = lineEnd + 2;
    pieces.push(bytes.subarray(from, from + size));
    at = from + size + 2;
    if (size === 0) return { body: Buffer.concat(pieces), end: at, cut: false };
    if (at > bytes.length) return { body: Buffer.concat(pieces), end: bytes.length, cut: true };
  }
}
