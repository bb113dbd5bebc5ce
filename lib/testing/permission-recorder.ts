import type { Transport, TransportRequest, TransportResponse } from '../client/transport.ts';
import { ExecutionFailedError } from '../errors.ts';
import { type ApiCall, apiCallOf } from '../rbac/api-call.ts';
import type { Permission } from '../rbac/permission.ts';
import { type PolicyRule, rulesOfGrants } from '../rbac/policy-rule.ts';
import { grantFor, undeclared, unused } from '../rbac/undeclared.ts';

/** Everybody who has logged in may ask these about himself. */
const OPEN: ReadonlySet<string> = new Set([
  'selfsubjectaccessreviews',
  'selfsubjectrulesreviews',
  'selfsubjectreviews',
]);

/** Calls that are named in an error. */
const MOST_NAMED = 20;

/** A transport that remembers which rights its requests need. */
export interface PermissionRecorder extends Transport {
  /** Each kind of call once, in the order of the first ones, refused ones included. */
  readonly calls: readonly ApiCall[];
  /** The calls that no permission allows. */
  undeclared(permissions: readonly Permission[]): readonly ApiCall[];
  /** The permissions that no call needed, with just those verbs. A test that leaves out a failure path has many. */
  unused(permissions: readonly Permission[]): readonly Permission[];
  /** @throws ExecutionFailedError when a call was made that no permission allows; it names the rules that do. */
  assertDeclared(permissions: readonly Permission[]): void;
}

/**
 * Wraps the transport of a client, so that a test can hold what an operator does against the permissions that it
 * declares: `newClient({ transport: recordPermissions(server.transport()) })`.
 *
 * Requests for discovery, health and the like are no calls, nor is what everybody may ask about himself. An apply
 * that creates its object needs `create` besides.
 */
export function recordPermissions(transport: Transport): PermissionRecorder {
  return new Recorder(transport);
}

class Recorder implements PermissionRecorder {
  readonly #transport: Transport;
  readonly #calls = new Map<string, ApiCall>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get host(): string {
    return this.#transport.host;
  }

  get calls(): readonly ApiCall[] {
    return [...this.#calls.values()];
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const call = apiCallOf(request.method, request.path);
    if (call !== undefined) this.#add(call);
    const response = await this.#transport.send(request);
    const isApply = request.headers['content-type']?.startsWith('application/apply-patch') === true;
    if (call !== undefined && isApply && response.status === 201) this.#add({ ...call, verb: 'create' });
    return response;
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  undeclared(permissions: readonly Permission[]): readonly ApiCall[] {
    return undeclared(this.calls, permissions);
  }

  unused(permissions: readonly Permission[]): readonly Permission[] {
    return unused(permissions, this.calls);
  }

  assertDeclared(permissions: readonly Permission[]): void {
    const calls = this.undeclared(permissions);
    if (calls.length === 0) return;
    const named = calls.slice(0, MOST_NAMED).map((call) => `\n  ${callText(call)}`);
    const more = calls.length > MOST_NAMED ? `\n  … ${calls.length - MOST_NAMED} more` : '';
    const rules = rulesFor(calls).map((rule) => `\n  ${JSON.stringify(rule)}`);
    throw new ExecutionFailedError(
      `cannot do with the declared permissions what was done:${named.join('')}${more}\ndeclare permissions for these rules, or do not call:${rules.join('')}`,
    );
  }

  #add(call: ApiCall): void {
    if (OPEN.has(call.resource)) return;
    this.#calls.set(JSON.stringify(call), call);
  }
}

/** Without names and namespaces, which are seldom meant. */
function rulesFor(calls: readonly ApiCall[]): readonly PolicyRule[] {
  return rulesOfGrants(calls.map((call) => grantFor({ ...call, name: '', namespace: '' })));
}

function callText({ verb, group, resource, subresource, namespace, name }: ApiCall): string {
  const kind = `${resource}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}`;
  const place = namespace === '' ? '' : ` in namespace ${namespace}`;
  return `${verb} ${kind}${name === '' ? '' : ` ${name}`}${place}`;
}
