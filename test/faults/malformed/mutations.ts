import { gzipSync } from 'node:zlib';

import { bytesOf, withBody, withHeader, withoutHeader } from './bytes.ts';
import { CORPUS } from './corpus.ts';
import type { WireRequest } from './corpus.ts';
import type { Dice } from './dice.ts';
import {
  ACCEPTS,
  NAMES,
  PARAMETERS,
  PATCHES,
  QUERY_VALUES,
  SEGMENTS,
  TYPES,
  VALUES,
  YAMLS,
} from './nasty.ts';

/** Makes bytes for the wire of a request that was good. */
export type Mutation = (request: WireRequest, dice: Dice) => Buffer;

const WRITES = CORPUS.filter(({ body }) => body.length > 0);

/** The request itself if it has a body, else another one that has. */
function writing(request: WireRequest, dice: Dice): WireRequest {
  return request.body.length > 0 ? request : dice.pick(WRITES);
}

/** A mutation of the body of a request that has one. */
function ofBody(change: (body: Buffer, dice: Dice) => Buffer | string): Mutation {
  return (request, dice) => {
    const target = writing(request, dice);
    return bytesOf(withBody(target, change(target.body, dice)));
  };
}

/** A mutation of the text of a request with one of its places named. */
function ofTarget(change: (target: string, dice: Dice) => string): Mutation {
  return (request, dice) => bytesOf({ ...request, target: change(request.target, dice) });
}

/** Replaces the n-th match, chosen by the dice. */
function replaceOne(text: string, pattern: RegExp, dice: Dice, by: (found: string) => string): string {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return text;
  const { 0: found, index } = dice.pick(matches);
  return text.slice(0, index) + by(found) + text.slice(index + found.length);
}

const VALUE = /(?<=[:[,])(?:"(?:[^"\\]|\\.)*"(?!:)|-?\d+|true|null)/gu;
const NAME = /"(?:[^"\\]|\\.)*"(?=:)/gu;
const OBJECT = /(?<=:)[{[][^{}[\]]*[}\]]/gu;

const text = (body: Buffer): string => body.toString('utf8');

function withQuery(target: string, dice: Dice, count: number): string {
  const added = Array.from({ length: count }, () => `${dice.pick(PARAMETERS)}=${dice.pick(QUERY_VALUES)}`);
  return `${target}${target.includes('?') ? '&' : '?'}${added.join('&')}`;
}

function flipped(bytes: Buffer, dice: Dice): Buffer {
  const copy = Buffer.from(bytes);
  for (let flips = 1 + dice.below(4); flips > 0; flips--)
    copy[dice.below(copy.length)]! ^= 1 << dice.below(8);
  return copy;
}

function inserted(bytes: Buffer, piece: Buffer, dice: Dice): Buffer {
  const at = dice.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
}

const BYTE_ORDER_MARKS = [Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from([0xff, 0xfe])];
const BAD_UTF8 = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xe2, 0x82]];
const METHODS = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'BREW',
  'get',
  'PROPFIND',
  'QUERY',
  '',
  ' ',
  'G\u0000T',
  'M'.repeat(5000),
];
const VERSIONS = [
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/9',
  'http/1.1',
  'HTTP/1.1 ',
  '',
  'ICY/1.1',
  'HTTP/1.11',
];
const HEADERS: readonly (readonly [string, string])[] = [
  ['content-length', '1'],
  ['content-length', '-1'],
  ['content-length', '1e3'],
  ['content-length', '0x10'],
  ['content-length', '99999999999999999999'],
  ['transfer-encoding', 'chunked'],
  ['transfer-encoding', 'gzip, chunked'],
  ['transfer-encoding', 'identity'],
  ['Transfer-Encoding ', 'chunked'],
  ['host', 'other'],
  ['expect', '100-continue'],
  ['expect', '200-maybe'],
  ['upgrade', 'websocket'],
  ['upgrade', 'SPDY/3.1\r\nconnection: upgrade'],
  ['connection', 'close, keep-alive, upgrade'],
  ['authorization', `Bearer ${'x'.repeat(5000)}`],
  ['impersonate-user', '\u00FF'],
  ['content-encoding', 'gzip'],
  ['accept-encoding', 'br;q=1.0, *;q=0'],
  ['cookie', 'a=b; '.repeat(2000)],
  ['x', `a\r\n b\r\n\tc`],
  ['x', 'a\r\n\r\nGET /injected HTTP/1.1'],
  ['x', 'a\rb'],
  ['x', 'a\u0000b'],
  ['x\u0000', 'a'],
  ['', 'a'],
  ['a b', 'c'],
  ['__proto__', 'x'],
  ['x', 'y'.repeat(100_000)],
  ['x', 'y'.repeat(1_200_000)],
];

function chunked(request: WireRequest, dice: Dice): Buffer {
  const { body } = request;
  const head = bytesOf({
    ...withHeader(withoutHeader(request, 'content-length'), 'transfer-encoding', 'chunked'),
    body: Buffer.alloc(0),
  });
  const size = body.length.toString(16);
  const pieces = [
    `${size}\r\n${body.toString('latin1')}\r\n0\r\n\r\n`,
    `${size};ext=${'x'.repeat(dice.pick([5, 50_000]))}\r\n${body.toString('latin1')}\r\n0\r\n\r\n`,
    `${size}\r\n${body.toString('latin1')}\r\n0\r\ntrailer: x\r\n\r\n`,
    `zz\r\n${body.toString('latin1')}\r\n0\r\n\r\n`,
    `-1\r\n\r\n`,
    `ffffffffffffffffff\r\n{}`,
    `7fffffff\r\n{}`,
    `${size}\n${body.toString('latin1')}\n0\n\n`,
    `0\r\n`,
    `${[...body.toString('latin1')].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
  ];
  return Buffer.concat([head, Buffer.from(dice.pick(pieces), 'latin1')]);
}

/** By name, so that a failure says which one it was. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'nothing changed': (request) => bytesOf(request),
  'bits flipped': (request, dice) => flipped(bytesOf(request), dice),
  'bits of the body flipped': ofBody(flipped),
  'random bytes': (_request, dice) => dice.bytes(1 + dice.below(500)),
  'random bytes inserted': (request, dice) =>
    inserted(bytesOf(request), dice.bytes(1 + dice.below(20)), dice),
  'cut off': (request, dice) => {
    const bytes = bytesOf(request);
    return bytes.subarray(0, 1 + dice.below(bytes.length - 1));
  },
  'body cut, length fits': ofBody((body, dice) => body.subarray(0, dice.below(body.length))),
  'length too large': (request, dice) =>
    bytesOf(withHeader(writing(request, dice), 'content-length', '100000')),
  'length too small': (request, dice) =>
    bytesOf(withHeader(writing(request, dice), 'content-length', String(dice.below(20)))),
  'another method': (request, dice) => bytesOf({ ...request, method: dice.pick(METHODS) }),
  'a method that does not fit': (request, dice) =>
    bytesOf({ ...request, method: dice.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) }),
  'another version': (request, dice) => bytesOf({ ...request, version: dice.pick(VERSIONS) }),
  'a header more': (request, dice) =>
    bytesOf({ ...request, headers: [...request.headers, dice.pick(HEADERS)] }),
  'a header less': (request, dice) => bytesOf(withoutHeader(request, dice.pick(request.headers)[0])),
  'many headers': (request) =>
    bytesOf({
      ...request,
      headers: [
        ...request.headers,
        ...Array.from({ length: 3000 }, (_, index) => [`x-${index}`, 'y'] as const),
      ],
    }),
  'another content type': (request, dice) =>
    bytesOf(withHeader(writing(request, dice), 'content-type', dice.pick(TYPES))),
  'another accept': (request, dice) => bytesOf(withHeader(request, 'accept', dice.pick(ACCEPTS))),
  'in chunks': (request, dice) => chunked(writing(request, dice), dice),
  'two at once': (request, dice) => Buffer.concat([bytesOf(request), bytesOf(dice.pick(CORPUS))]),
  'one and a bad one': (request, dice) =>
    Buffer.concat([bytesOf(request), dice.pick([dice.bytes(50), Buffer.from('GET\r\n\r\n')])]),
  'a segment replaced': ofTarget((target, dice) =>
    replaceOne(target, /(?<=\/)[^/?]+/gu, dice, () => dice.pick(SEGMENTS)),
  ),
  'a segment more': ofTarget((target, dice) =>
    replaceOne(target, /\/|$/gu, dice, (found) => `${found || '/'}${dice.pick(SEGMENTS)}/`),
  ),
  'another target': (request, dice) =>
    bytesOf({
      ...request,
      target: dice.pick([
        '*',
        '',
        '?',
        '/',
        '//',
        'x',
        'http://x/api',
        'http://',
        '/%',
        '/\\',
        `/${'a/'.repeat(50_000)}`,
      ]),
    }),
  'absurd parameters': ofTarget((target, dice) => withQuery(target, dice, 1 + dice.below(4))),
  'a parameter that counts': ofTarget((target, dice) =>
    withQuery(target.replace(/\?.*/u, ''), dice, 1 + dice.below(2)),
  ),
  'a huge target': ofTarget((target, dice) => `${target}?x=${'y'.repeat(dice.pick([30_000, 1_200_000]))}`),
  'a value replaced': ofBody((body, dice) => replaceOne(text(body), VALUE, dice, () => dice.pick(VALUES))),
  'an object replaced': ofBody((body, dice) => replaceOne(text(body), OBJECT, dice, () => dice.pick(VALUES))),
  'the whole body replaced': ofBody((_body, dice) => dice.pick(VALUES)),
  'a name replaced': ofBody((body, dice) =>
    replaceOne(text(body), NAME, dice, () => JSON.stringify(dice.pick(NAMES))),
  ),
  'a member more': ofBody((body, dice) =>
    replaceOne(text(body), /\{/gu, dice, () => `{${JSON.stringify(dice.pick(NAMES))}:${dice.pick(VALUES)},`),
  ),
  'a member twice': ofBody((body, dice) => replaceOne(text(body), NAME, dice, (name) => `${name}:1,${name}`)),
  'a piece of JSON repeated': ofBody((body, dice) =>
    replaceOne(text(body), OBJECT, dice, (found) => `[${`${found},`.repeat(2000)}null]`),
  ),
  'bad UTF-8': ofBody((body, dice) => inserted(body, Buffer.from(dice.pick(BAD_UTF8)), dice)),
  'a byte order mark': ofBody((body, dice) => Buffer.concat([dice.pick(BYTE_ORDER_MARKS), body])),
  'UTF-16': ofBody((body) => Buffer.from(text(body), 'utf16le')),
  gzip: (request, dice) => {
    const target = writing(request, dice);
    return bytesOf(withHeader(withBody(target, gzipSync(target.body)), 'content-encoding', 'gzip'));
  },
  protobuf: (request, dice) =>
    bytesOf(
      withHeader(
        withBody(writing(request, dice), Buffer.concat([Buffer.from('k8s\0'), dice.bytes(40)])),
        'content-type',
        dice.pick(['application/vnd.kubernetes.protobuf', 'application/json']),
      ),
    ),
  YAML: (request, dice) =>
    bytesOf(
      withHeader(
        withBody(writing(request, dice), dice.pick(YAMLS)),
        'content-type',
        dice.pick(['application/yaml', 'application/yaml', 'application/apply-patch+yaml']),
      ),
    ),
  'a JSON patch': (_request, dice) => {
    const target = dice.pick(CORPUS.filter(({ method }) => method === 'PATCH'));
    return bytesOf(
      withHeader(withBody(target, dice.pick(PATCHES)), 'content-type', 'application/json-patch+json'),
    );
  },
};
