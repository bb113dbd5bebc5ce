import { background, type Context } from '../../../../context/index.ts';
import { ParsedObjects } from '../../../../lib/framework/reconcile/object-schema.ts';
import type { KubernetesObject } from '../../../../lib/object/kubernetes-object.ts';
import { SecretValues, secretValues } from '../../../../lib/secret-values.ts';
import { equal, is, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

function aReconcile(): Context {
  return secretValues.with(background(), new SecretValues());
}

function named(name: string): KubernetesObject {
  return { metadata: { name } };
}

/** Objects whose name is their password, and which calls were made for them. */
function recording(): { asked: string[]; objects: ParsedObjects<KubernetesObject> } {
  const asked: string[] = [];
  const nameOf = ({ metadata }: KubernetesObject): string => metadata?.name ?? '';
  const objects = new ParsedObjects<KubernetesObject>({
    parse: (obj) => {
      asked.push(`parse ${nameOf(obj)}`);
      if (nameOf(obj) === 'wrong') throw new Error('it does not fit');
      return { ...obj, kind: 'Parsed' };
    },
    passwords: (obj) => {
      asked.push(`passwords of ${nameOf(obj)}`);
      return [nameOf(obj)];
    },
  });
  return { asked, objects };
}

suite('ParsedObjects', (test) => {
  test('parses each version once, and asks for its passwords once in each reconcile', () => {
    const { asked, objects } = recording();
    const obj = named('hunter2');
    for (const ctx of [aReconcile(), aReconcile()]) {
      is(objects.of(ctx, obj).kind, 'Parsed');
      is(objects.of(ctx, obj), objects.of(ctx, obj));
      is(secretValues.redact(ctx, 'it is hunter2').includes('hunter2'), false);
    }
    equal(asked, ['passwords of hunter2', 'parse hunter2', 'passwords of hunter2']);
  });

  test('asks for the passwords of each version that a reconcile sees', () => {
    const { objects } = recording();
    const ctx = aReconcile();
    for (const name of ['hunter2', 'correct horse']) objects.of(ctx, named(name));
    is(/hunter2|horse/.test(secretValues.redact(ctx, 'hunter2, correct horse')), false);
  });

  test('knows its own failures', () => {
    const { objects } = recording();
    const error = throws(() => objects.of(aReconcile(), named('wrong')));
    is(objects.isFailure(error), true);
    is(objects.isFailure(new Error('another')), false);
  });

  test('takes objects as they are where there is no schema', () => {
    const obj = named('a');
    is(new ParsedObjects(undefined).of(background(), obj), obj);
  });
});
