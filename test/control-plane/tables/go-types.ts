import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { JsonObject } from '../../../lib/object/json.ts';

const MODULE = join(import.meta.dirname, '../kubernetes');
const PROGRAM: readonly string[] = ['run', '-trimpath', '-buildvcs=false', './gotypes'];

/** What has a body without being a resource of its own, beside the questions that are answered and not stored. */
const OTHER_KINDS: readonly string[] = [
  'authentication.k8s.io/v1/SelfSubjectReview',
  'authentication.k8s.io/v1/TokenRequest',
  'authentication.k8s.io/v1/TokenReview',
  'authorization.k8s.io/v1/LocalSubjectAccessReview',
  'authorization.k8s.io/v1/SelfSubjectAccessReview',
  'authorization.k8s.io/v1/SelfSubjectRulesReview',
  'authorization.k8s.io/v1/SubjectAccessReview',
  'autoscaling/v1/Scale',
  'policy/v1/Eviction',
  'v1/Binding',
  'v1/DeleteOptions',
  'v1/Status',
];

/**
 * The Go types of these kinds (`apps/v1/Deployment`) and of what else has a body, as gotypes/main.go tells them.
 * Needs Go, as building the control plane does.
 *
 * @throws when Go is missing, or does not know a kind.
 */
export async function goTypes(kinds: readonly string[]): Promise<JsonObject> {
  const all = [...new Set([...kinds, ...OTHER_KINDS])].toSorted();
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
  const { stdout } = await promisify(execFile)('go', [...PROGRAM, ...all], { cwd: MODULE, env });
  return JSON.parse(stdout) as JsonObject;
}
