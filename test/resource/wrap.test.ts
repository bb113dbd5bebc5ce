import { contextKey } from '../../context/index.ts';
import { isExecutionFailed, isInvalidConfig } from '../../lib/errors.ts';
import { CRUDResource } from '../../lib/framework/resources/crud-resource.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import { type Around, underlying, wrap, type WrappedResource } from '../../resource/wrap.ts';
import { equal, is, ok, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { crud, DELETE_STEPS, plain, UPDATE_STEPS } from './samples.ts';

const OBJ = { metadata: { name: 'a' } };

/** Notes each call before its work. */
function noting(notes: string[], as = ''): Around {
  return async (ctx, { resource, operation, obj }, work) => {
    notes.push(`${as}${resource} ${operation}`);
    is(obj, OBJ);
    return await work(ctx);
  };
}

suite('wrap', (test) => {
  test('is called around each step of a CRUDResource', async ({ ctx }) => {
    const notes: string[] = [];
    const wrapped = wrap(crud(), noting(notes));
    await wrapped.ensureCreated(ctx, OBJ);
    equal(
      notes,
      UPDATE_STEPS.map((step) => `crud ${step}`),
    );
    notes.length = 0;
    await wrapped.ensureDeleted(ctx, OBJ);
    equal(
      notes,
      DELETE_STEPS.map((step) => `crud ${step}`),
    );
  });

  test('is called around the whole call of any other resource', async ({ ctx }) => {
    const notes: string[] = [];
    const wrapped = wrap(plain(), noting(notes));
    is(wrapped.name, 'plain');
    await wrapped.ensureCreated(ctx, OBJ);
    await wrapped.ensureDeleted(ctx, OBJ);
    equal(notes, ['plain EnsureCreated', 'plain EnsureDeleted']);
  });

  test('hands on states, changes and the context that the wrapper gives', async ({ ctx }) => {
    const key = contextKey<string>('mark');
    const seen: unknown[] = [];
    const resource = crud((operation, inner) => void seen.push([operation, inner.value(key)]));
    await wrap(resource, (outer, _, work) => work(outer.withValue(key, 'set'))).ensureCreated(ctx, OBJ);
    equal(
      seen,
      UPDATE_STEPS.map((step) => [step, 'set']),
    );
  });

  test('leaves what it wraps as it was', async ({ ctx }) => {
    const notes: string[] = [];
    const inner = crud();
    const { ops } = inner;
    wrap(inner, noting(notes));
    is(inner.ops, ops);
    await inner.ensureCreated(ctx, OBJ);
    equal(notes, []);
  });

  test('wraps each of a list, in order', () => {
    const [first, second, ...rest] = wrap<object>([crud(), plain()], noting([]));
    is(first?.name, 'crud');
    is(second?.name, 'plain');
    equal(rest, []);
  });

  test('nests, the last one outermost, and a CRUDResource stays one', async ({ ctx }) => {
    const notes: string[] = [];
    const wrapped = wrap(wrap(crud(), noting(notes, 'in ')), noting(notes, 'out '));
    ok(wrapped instanceof CRUDResource);
    await wrapped.ensureCreated(ctx, OBJ);
    equal(notes.slice(0, 2), ['out crud GetCurrentState', 'in crud GetCurrentState']);
    is(notes.length, 12);
  });

  test('says that a resource is missing', () => {
    const missing = undefined as unknown as Resource<object>;
    const error = throws(() => wrap(missing, noting([])));
    ok(isInvalidConfig(error));
    ok(isInvalidConfig(throws(() => wrap([missing], noting([])))));
  });
});

suite('underlying', (test) => {
  test('finds the resource inside all wrappers', () => {
    const inner = crud();
    is(underlying(wrap(wrap(inner, noting([])), noting([]))), inner);
    is(underlying<object>(inner), inner);
  });

  test('finds out wrappers in a circle', () => {
    const one: { wrapped?: Resource<object> } & Resource<object> = { ...plain() };
    one.wrapped = { ...plain(), wrapped: one } as WrappedResource<object>;
    const error = throws(() => underlying<object>(one)) as Error;
    ok(isExecutionFailed(error));
    ok(error.message.includes('plain'));
  });
});
