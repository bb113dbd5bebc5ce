import { FrameworkHealth } from '../../../lib/framework/framework-health.ts';
import type { InformerHealth } from '../../../lib/informer/informer.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const HEALTHY: InformerHealth = {
  synced: true,
  connected: true,
  running: true,
  lists: 1,
  watches: 1,
  size: 0,
};

function started(health: Partial<InformerHealth>): { clock: VirtualClock; checks: FrameworkHealth } {
  const clock = new VirtualClock();
  const checks = new FrameworkHealth({ clock, stuck: () => [] });
  checks.started([{ name: 'main', informer: { health: () => ({ ...HEALTHY, ...health }) } }]);
  return { clock, checks };
}

suite('FrameworkHealth', (test) => {
  test('is live before it runs, but not ready', () => {
    const checks = new FrameworkHealth({ clock: new VirtualClock(), stuck: () => [] });
    for (const check of Object.values(checks.healthChecks())) check();
    throws(() => checks.readyChecks()['working']!(), /the framework does not run/);
  });

  test('names the informers that are not synced, and why', () => {
    const { checks } = started({ synced: false, error: new Error('403') });
    throws(() => checks.readyChecks()['working']!(), /informers are not synced: main \(403\)/);
  });

  test('says why the CRD is not there', () => {
    const { checks } = started({});
    checks.crdFailed(new Error('no rights'));
    throws(() => checks.readyChecks()['crd']!(), /no rights/);
    checks.crdEstablished();
    checks.readyChecks()['crd']!();
  });

  interface Case {
    readonly health: Partial<InformerHealth>;
    readonly afterMs: number;
    readonly fails?: RegExp;
  }
  const cases: Readonly<Record<string, Case>> = {
    'one that runs': { health: { silentMs: 10 }, afterMs: 1e6 },
    'one that does not run': { health: { running: false }, afterMs: 0, fails: /main does not run/ },
    'one that lost its server a while ago': { health: { connected: false, silentMs: 300_000 }, afterMs: 1e6 },
    'one that heard nothing for long': {
      health: { silentMs: 700_000 },
      afterMs: 1e6,
      fails: /nothing for 700 s/,
    },
    'one that was silent before we started': { health: { silentMs: 700_000 }, afterMs: 1000 },
    'one that never synced': { health: { synced: false }, afterMs: 700_000, fails: /nothing for 700 s/ },
    'one that does not count silence': { health: {}, afterMs: 1e6 },
  };
  for (const [name, { health, afterMs, fails }] of Object.entries(cases)) {
    test(`judges an informer: ${name}`, async () => {
      const { clock, checks } = started(health);
      await clock.advance(afterMs);
      const check = checks.healthChecks()['informers']!;
      if (fails === undefined) check();
      else throws(check, fails);
    });
  }
});
