import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import { at, listAt, objectAt } from '../../../fields.ts';
import { fractionWarnings } from './fraction-warnings.ts';

interface OldPlugin {
  /** Its member. */
  readonly name: string;
  /** The same as messages name it. */
  readonly shown: string;
  readonly text: string;
}

function oldPlugin(name: string, since: string, until: string, shown = name): OldPlugin {
  return { name, shown, text: `deprecated in v${since}, non-functional in v${until}+` };
}

const EARLY_PLUGINS: readonly OldPlugin[] = [
  oldPlugin('photonPersistentDisk', '1.11', '1.16'),
  {
    name: 'gitRepo',
    shown: 'gitRepo',
    text: 'deprecated in v1.11, and disabled by default in v1.33+',
  },
  oldPlugin('scaleIO', '1.16', '1.22'),
  oldPlugin('flocker', '1.22', '1.25'),
  oldPlugin('storageos', '1.22', '1.25', 'storageOS'),
  oldPlugin('quobyte', '1.22', '1.25'),
  oldPlugin('glusterfs', '1.25', '1.26'),
];

const LATE_PLUGINS: readonly OldPlugin[] = [
  oldPlugin('cephfs', '1.28', '1.31'),
  oldPlugin('rbd', '1.28', '1.31'),
];

/** Volumes that nothing mounts any more, and claims of parts of bytes. */
export function volumeWarnings(spec: JsonObject, path: string): readonly string[] {
  return listAt(spec, 'volumes').flatMap((volume, index) => oneWarnings(volume, `${path}.volumes[${index}]`));
}

function oneWarnings(volume: JsonValue, path: string): readonly string[] {
  return [
    ...pluginWarnings(volume, path, EARLY_PLUGINS),
    ...fractionWarnings(
      objectAt(volume, 'ephemeral', 'volumeClaimTemplate', 'spec', 'resources'),
      `${path}.ephemeral.volumeClaimTemplate.spec.resources`,
      'claim',
    ),
    ...pluginWarnings(volume, path, LATE_PLUGINS),
  ];
}

const PERSISTENT = ['cephfs', 'photonPersistentDisk', 'scaleIO', 'storageos', 'glusterfs', 'rbd'];

const PERSISTENT_PLUGINS = PERSISTENT.flatMap((name) =>
  [...EARLY_PLUGINS, ...LATE_PLUGINS].filter((plugin) => plugin.name === name),
);

/** The same plugins, as a persistent volume names them. */
export function persistentPluginWarnings(spec: JsonObject, path: string): readonly string[] {
  return pluginWarnings(spec, path, PERSISTENT_PLUGINS);
}

function pluginWarnings(volume: JsonValue, path: string, plugins: readonly OldPlugin[]): readonly string[] {
  return plugins
    .filter(({ name }) => at(volume, name) !== undefined)
    .map(({ shown, text }) => `${path}.${shown}: ${text}`);
}
