import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { duplicateCause, invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';
import { appArmorCauses } from './app-armor-causes.ts';
import { descendingPathCauses } from './path-causes.ts';
import { repeated } from '../causes/repeated.ts';

const LARGEST_ID = 2_147_483_647;
const PROC_MOUNTS = ['Default', 'Unmasked'];
const SECCOMP_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const GROUP_CHANGES = ['Always', 'OnRootMismatch'];
const GROUP_POLICIES = ['Merge', 'Strict'];
const SYSCTL = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';
const SYSCTL_NAME = new RegExp(SYSCTL, 'u');
const LONGEST_SYSCTL = 253;

/**
 * Causes of what a container may and may not do.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateSecurityContext)
 */
export function securityCauses(
  container: JsonValue,
  isHostUser: boolean,
  path: string,
): readonly StatusCause[] {
  const context = objectAt(container, 'securityContext');
  const [mount, field] = [at(context, 'procMount'), `${path}.procMount`];
  return [
    ...idCauses(context, ['runAsUser', 'runAsGroup'], path),
    ...unsupportedCauses(field, mount, PROC_MOUNTS),
    ...(mount === 'Unmasked' && isHostUser
      ? [invalidCause(field, mount, '`hostUsers` must be false to use `Unmasked`')]
      : []),
    ...seccompCauses(at(context, 'seccompProfile'), `${path}.seccompProfile`),
    ...appArmorCauses(at(context, 'appArmorProfile'), `${path}.appArmorProfile`),
    ...escalationCauses(context, path),
  ];
}

/** Causes of what all containers of a pod may and may not do. */
export function podSecurityCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  const context = objectAt(spec, 'securityContext');
  const isSeen = at(spec, 'shareProcessNamespace') === true && at(spec, 'hostPID') === true;
  return [
    ...idCauses(context, ['fsGroup', 'runAsUser', 'runAsGroup'], path),
    ...listAt(context, 'supplementalGroups').flatMap((id, index) =>
      numberCauses(id, `${path}.supplementalGroups[${index}]`),
    ),
    ...(isSeen
      ? [
          invalidCause(
            `${path}.shareProcessNamespace`,
            true,
            'ShareProcessNamespace and HostPID cannot both be enabled',
          ),
        ]
      : []),
    ...sysctlCauses(listAt(context, 'sysctls'), `${path}.sysctls`),
    ...unsupportedCauses(`${path}.fsGroupChangePolicy`, at(context, 'fsGroupChangePolicy'), GROUP_CHANGES),
    ...unsupportedCauses(
      `${path}.supplementalGroupsPolicy`,
      at(context, 'supplementalGroupsPolicy'),
      GROUP_POLICIES,
    ),
    ...seccompCauses(at(context, 'seccompProfile'), `${path}.seccompProfile`),
    ...appArmorCauses(at(context, 'appArmorProfile'), `${path}.appArmorProfile`),
  ];
}

function idCauses(context: JsonObject, names: readonly string[], path: string): readonly StatusCause[] {
  return names.flatMap((name) => numberCauses(at(context, name), `${path}.${name}`));
}

function numberCauses(id: JsonValue | undefined, field: string): readonly StatusCause[] {
  if (typeof id !== 'number' || (id >= 0 && id <= LARGEST_ID)) return [];
  return [invalidCause(field, id, `must be between 0 and ${LARGEST_ID}, inclusive`)];
}

function seccompCauses(profile: JsonValue | undefined, path: string): readonly StatusCause[] {
  if (profile === undefined) return [];
  const [type, local] = [textAt(profile, 'type'), at(profile, 'localhostProfile')];
  return [
    ...(type === ''
      ? [requiredCause(`${path}.type`, 'type is required when seccompProfile is set')]
      : unsupportedCauses(`${path}.type`, type, SECCOMP_TYPES)),
    ...localProfileCauses(type, local, `${path}.localhostProfile`),
  ];
}

function localProfileCauses(
  type: string,
  local: JsonValue | undefined,
  field: string,
): readonly StatusCause[] {
  if (type !== 'Localhost') {
    if (local === undefined) return [];
    const profile = { Type: type, LocalhostProfile: local };
    return [invalidCause(field, profile, 'can only be set when seccomp type is Localhost')];
  }
  if (local === undefined) return [requiredCause(field, 'must be set when seccomp type is Localhost')];
  return typeof local === 'string' ? descendingPathCauses(local, field) : [];
}

function escalationCauses(context: JsonObject, path: string): readonly StatusCause[] {
  if (at(context, 'allowPrivilegeEscalation') !== false) return [];
  const why = 'cannot set `allowPrivilegeEscalation` to false and';
  const isAdmin = listAt(context, 'capabilities', 'add').includes('CAP_SYS_ADMIN');
  return [
    ...(at(context, 'privileged') === true
      ? [invalidCause(path, context, `${why} \`privileged\` to true`)]
      : []),
    ...(isAdmin ? [invalidCause(path, context, `${why} \`capabilities.Add\` CAP_SYS_ADMIN`)] : []),
  ];
}

function sysctlCauses(settings: readonly JsonValue[], path: string): readonly StatusCause[] {
  const names = settings.map((one) => textAt(one, 'name'));
  const second = repeated(names);
  return names.flatMap((name, index) => {
    const field = `${path}[${index}].name`;
    if (name === '') return [requiredCause(field)];
    if (name.length > LONGEST_SYSCTL || !SYSCTL_NAME.test(name))
      return [
        invalidCause(field, name, `must have at most ${LONGEST_SYSCTL} characters and match regex ${SYSCTL}`),
      ];
    return second.has(index) ? [duplicateCause(field, name)] : [];
  });
}
