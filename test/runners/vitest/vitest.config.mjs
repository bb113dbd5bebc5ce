import { defineConfig } from 'vitest/config';

// Users need none of this: they have the package installed. Here its sources stand in for it, without a build.
const conditions = ['operatorkit-source', 'node', 'import', 'default'];

// oxlint-disable-next-line import/no-default-export -- this is how vitest finds it
export default defineConfig({
  root: import.meta.dirname,
  ssr: { resolve: { conditions, externalConditions: conditions } },
  // As it treats packages: Node loads them as they are.
  test: { server: { deps: { external: [/\/(?:lib|context)\/.*\.ts$/] } } },
});
