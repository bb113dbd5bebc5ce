import { registerHooks } from 'node:module';
import { background } from '../../context/index.ts';
import { tracingObserver } from '../../lib/framework/observe/tracing-observer.ts';
import { newTracing } from '../../lib/tracing.ts';
import { withTrace } from '../../resource/trace/with-trace.ts';
import { equal, is } from '../kit/assert.ts';
import { suite, type TestContext } from '../kit/suite.ts';
import { plain } from '../resource/samples.ts';

/** As if the package were not installed, until the test ends. */
function withoutOpenTelemetry(t: TestContext): void {
  const hooks = registerHooks({
    resolve: (specifier, resolution, next) => {
      if (specifier === '@opentelemetry/api') throw new Error(`cannot find ${specifier}`);
      return next(specifier, resolution);
    },
  });
  t.defer(() => hooks.deregister());
}

suite('tracing without OpenTelemetry', (test) => {
  test('does nothing', async (t) => {
    withoutOpenTelemetry(t);
    is(newTracing(), undefined);
    equal(tracingObserver(), {});
    const calls: string[] = [];
    await withTrace(plain((operation) => void calls.push(operation))).ensureCreated(background(), {});
    equal(calls, ['EnsureCreated']);
  });
});
