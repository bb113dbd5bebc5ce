import {
  background,
  deletionAllowed,
  finalizersKept,
  newFlag,
  reconciliationCanceled,
  resourceCanceled,
  updateAllowed,
  updateNecessary,
} from '../../context/index.ts';
import { equal, is, not, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

const flags = {
  deletionAllowed,
  finalizersKept,
  reconciliationCanceled,
  resourceCanceled,
  updateAllowed,
  updateNecessary,
  'a flag of one’s own': newFlag('a flag of one’s own'),
};

for (const [name, flag] of Object.entries(flags)) {
  suite(name, (test) => {
    test('has the name it is exported by', () => is(flag.name, name));

    test('is not set when it is fresh', () => {
      const ctx = flag.with(background());
      not(flag.isSet(ctx));
      ok(flag.isInstalled(ctx));
    });

    test('stays set however often it is set', () => {
      const ctx = flag.with(background());
      equal([flag.set(ctx), flag.set(ctx), flag.isSet(ctx)], [true, true, true]);
    });

    test('reads as not set where it was not installed, and cannot be set there', () => {
      const ctx = background();
      equal([flag.isInstalled(ctx), flag.set(ctx), flag.isSet(ctx)], [false, false, false]);
    });

    test('is seen by ancestors since it was installed, and not by those before', () => {
      const root = background();
      const installed = flag.with(root);
      const descendant = installed.withLogger(root.logger).withSignal(new AbortController().signal);
      flag.set(descendant);
      equal([flag.isSet(installed), flag.isSet(descendant), flag.isSet(root)], [true, true, false]);
    });

    test('is fresh again where it is installed a second time, which leaves the first alone', () => {
      const outer = flag.with(background());
      flag.set(outer);
      const inner = flag.with(outer);
      not(flag.isSet(inner));
      const other = flag.with(flag.with(background()));
      flag.set(other);
      ok(flag.isSet(other));
      ok(flag.isSet(outer));
    });

    test('is another flag than one of the same name', () => {
      const twin = newFlag(flag.name);
      const ctx = twin.with(flag.with(background()));
      twin.set(ctx);
      equal([twin.isSet(ctx), flag.isSet(ctx)], [true, false]);
    });
  });
}

suite('flags', (test) => {
  test('do not touch each other', () => {
    const all = Object.values(flags);
    for (const flag of all) {
      const ctx = all.reduce((at, each) => each.with(at), background());
      flag.set(ctx);
      equal(
        all.filter((each) => each.isSet(ctx)).map((each) => each.name),
        [flag.name],
      );
    }
  });
});
