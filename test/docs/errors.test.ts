import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as clientErrors from '../../lib/client/errors.ts';
import * as entry from '../../lib/index.ts';
import * as errors from '../../lib/errors.ts';
import { defined, equal, is, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { ROOT } from './documents.ts';

const TEXT = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8');

/** What the library exports, by name; the page speaks of nothing else. */
const EXPORTS: Readonly<Record<string, unknown>> = { ...entry };

type Guard = (error: unknown) => unknown;

/** The cells of the rows whose table stands under the heading, without the backticks around names. */
function tableUnder(heading: string): string[][] {
  const section = defined(TEXT.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)));
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1')),
  );
}

function column(heading: string, index: number): string[] {
  return tableUnder(heading).map((cells) => cells[index] ?? '');
}

/** The members of the union: types are gone at run time, so the source must do. */
function codesInSource(): string[] {
  const source = readFileSync(join(ROOT, 'lib/errors.ts'), 'utf8');
  const union = defined(/export type ErrorCode =([^;]+);/.exec(source))[1] ?? '';
  return [...union.matchAll(/'([^']+)'/g)].map(([, code]) => code!);
}

function guardsIn(module: object): string[] {
  return Object.keys(module).filter((name) => /^is[A-Z]/.test(name));
}

const FAILURE = { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure' } as const;

/**
 * The reasons that come with a status code.
 * @see kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go StatusReason
 */
const REASONS: Readonly<Record<number, readonly string[]>> = {
  400: ['BadRequest'],
  401: ['Unauthorized'],
  403: ['Forbidden'],
  404: ['NotFound'],
  409: ['AlreadyExists', 'Conflict'],
  410: ['Gone', 'Expired'],
  422: ['Invalid'],
  429: ['TooManyRequests'],
  500: ['InternalError'],
  503: ['ServiceUnavailable'],
};

function reasonsOf(code: number): { readonly code: number; readonly reason: string }[] {
  return (REASONS[code] ?? []).map((reason) => ({ code, reason }));
}

suite('docs/errors.md', (test) => {
  test('has each code of the source, and no other', () => {
    const codes = codesInSource();
    ok(codes.length > 5);
    equal(column('Codes', 0).toSorted(), codes.toSorted());
  });

  for (const [code = '', type = '', guard = '', retryable] of tableUnder('Codes')) {
    test(`tells the truth about the class, the guard and the retries of ${code}`, () => {
      const Type = EXPORTS[type] as new (message: string, rest: object) => errors.OperatorError;
      const error = new Type('cannot test', {});
      is(error.code, code);
      ok((EXPORTS[guard] as Guard)(new Error('outer', { cause: error })));
      if (retryable !== 'depends') is(error.retryable, retryable === 'yes');
    });
  }

  test('has each guard of an answer of the API server, and no other', () => {
    const guards = guardsIn(clientErrors);
    ok(guards.length > 8);
    equal(column('Answers of the API server', 0).toSorted(), guards.toSorted());
  });

  test('names each guard of the base errors', () => {
    const named = new Set([...TEXT.matchAll(/`(is[A-Z]\w+)[`(]/g)].map(([, name]) => name));
    equal(
      guardsIn(errors).filter((guard) => !named.has(guard)),
      [],
    );
    equal(
      [...named].filter((name) => typeof EXPORTS[name ?? ''] !== 'function'),
      [],
    );
  });

  for (const [guard = '', status = ''] of tableUnder('Answers of the API server')) {
    if (!/^\d+$/.test(status)) continue;
    test(`tells the truth about the status of ${guard}`, () => {
      const answers = [400, 401, 403, 404, 409, 410, 422, 429, 500, 503].flatMap(reasonsOf);
      const taken = answers.filter(({ reason, code }) =>
        (EXPORTS[guard] as Guard)(new clientErrors.ApiError('cannot test', { ...FAILURE, reason, code })),
      );
      ok(taken.length > 0);
      equal([...new Set(taken.map(({ code }) => String(code)))], [status]);
    });
  }
});
