/** A heading of the site's navigation, and the pages below it. */
export interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** A document on the site. */
export interface Page {
  /** From the root of the checkout. */
  readonly file: string;
  /** What the navigation calls it; it is also its address. */
  readonly label: string;
}

/** All documents in their order. The decisions come by themselves, see `sectionsOf`. */
export const NAVIGATION: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      { file: 'docs/getting-started.md', label: 'Getting started' },
      { file: 'docs/short-way.md', label: 'The short way' },
      { file: 'docs/concepts.md', label: 'Concepts' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      { file: 'docs/schemas.md', label: 'Schemas' },
      { file: 'docs/owned-objects.md', label: 'Owned objects' },
      { file: 'docs/status.md', label: 'Status' },
      { file: 'docs/events.md', label: 'Events' },
      { file: 'docs/errors.md', label: 'Errors' },
      { file: 'docs/wrappers.md', label: 'Wrappers' },
      { file: 'docs/pause.md', label: 'Pause' },
      { file: 'docs/dry-run.md', label: 'Dry run' },
      { file: 'docs/explain.md', label: 'Explain' },
      { file: 'docs/tracing.md', label: 'Tracing' },
      { file: 'docs/rbac.md', label: 'Permissions' },
      { file: 'docs/testing.md', label: 'Testing' },
      { file: 'docs/apiserver.md', label: 'API server' },
    ],
  },
  {
    title: 'Coming from elsewhere',
    pages: [
      { file: 'docs/comparison.md', label: 'Comparison' },
      { file: 'docs/migrating/from-operatorkit.md', label: 'From operatorkit' },
      { file: 'docs/go-symbols.md', label: 'Go symbols' },
      { file: 'docs/migrating/from-client-node-informer.md', label: 'From client-node' },
      { file: 'docs/migrating/from-kopf.md', label: 'From kopf' },
      { file: 'docs/migrating/from-pepr.md', label: 'From Pepr' },
    ],
  },
  {
    title: 'Project',
    pages: [
      { file: 'docs/benchmarks.md', label: 'Benchmarks' },
      { file: 'CONTRIBUTING.md', label: 'Contributing' },
      { file: 'CHANGELOG.md', label: 'Changelog' },
      { file: 'SECURITY.md', label: 'Security' },
    ],
  },
];

/** The front page. */
export const FRONT_PAGE = 'README.md';
