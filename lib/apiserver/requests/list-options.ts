import type { StatusCause } from '../../object/status.ts';
import { forbiddenCause, notSupportedCause } from '../field-causes.ts';
import { badRequest, invalid, StatusError } from '../status-error.ts';
import type { Query } from './query.ts';

/** What the query says about a list or a watch. */
export interface ListOptions {
  readonly watch: boolean;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** Undefined: the latest state. */
  readonly resourceVersion: number | undefined;
  readonly match: '' | 'Exact' | 'NotOlderThan';
  /** 0: no limit. */
  readonly limit: number;
  /** `''`: from the start. */
  readonly continue: string;
  readonly timeoutSeconds: number | undefined;
  readonly bookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
}

/**
 * @throws 400 and 422, as the API server words them.
 * @see kubernetes/apimachinery:pkg/apis/internalversion/validation/validation.go
 */
export function listOptions(query: Query): ListOptions {
  const watch = query.flag('watch') ?? false;
  const raw = query.text('resourceVersion');
  const options: ListOptions = {
    watch,
    labelSelector: query.text('labelSelector'),
    fieldSelector: query.text('fieldSelector'),
    resourceVersion: undefined,
    match: query.text('resourceVersionMatch') as ListOptions['match'],
    limit: Math.max(0, query.integer('limit') ?? 0),
    continue: query.text('continue'),
    timeoutSeconds: query.integer('timeoutSeconds'),
    bookmarks: query.flag('allowWatchBookmarks') ?? false,
    sendInitialEvents: query.flag('sendInitialEvents'),
  };
  const causes = watch ? watchCauses(options) : listCauses(options, raw);
  if (causes.length > 0) throw invalid('meta.k8s.io', 'ListOptions', '', causes);
  return { ...options, resourceVersion: parseRevision(raw, watch) };
}

function parseRevision(text: string, watch: boolean): number | undefined {
  if (text === '') return undefined;
  if (/^\d+$/u.test(text)) return Number(text);
  const why = `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
  if (watch) throw new StatusError(500, '', why);
  throw badRequest(`invalid resource version: ${why}`);
}

const MATCH = 'resourceVersionMatch';

function listCauses(options: ListOptions, resourceVersion: string): readonly StatusCause[] {
  const { match, sendInitialEvents } = options;
  const causes: StatusCause[] = [];
  if (match !== '') {
    if (options.continue !== '')
      causes.push(forbiddenCause(MATCH, `${MATCH} is forbidden when continue is provided`));
    if (resourceVersion === '')
      causes.push(forbiddenCause(MATCH, `${MATCH} is forbidden unless resourceVersion is provided`));
    if (match !== 'Exact' && match !== 'NotOlderThan')
      causes.push(notSupportedCause(MATCH, match, ['Exact', 'NotOlderThan', '']));
    else if (match === 'Exact' && resourceVersion === '0')
      causes.push(forbiddenCause(MATCH, `${MATCH} "exact" is forbidden for resourceVersion "0"`));
  }
  if (sendInitialEvents !== undefined)
    causes.push(forbiddenCause('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  return causes;
}

function watchCauses(options: ListOptions): readonly StatusCause[] {
  const { match, sendInitialEvents } = options;
  const causes: StatusCause[] = [];
  if (sendInitialEvents === undefined && match !== '')
    causes.push(
      forbiddenCause(MATCH, `${MATCH} is forbidden for watch unless sendInitialEvents is provided`),
    );
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan')
    causes.push(forbiddenCause(MATCH, `sendInitialEvents requires setting ${MATCH} to NotOlderThan`));
  if (match !== '' && match !== 'NotOlderThan')
    causes.push(notSupportedCause(MATCH, match, ['NotOlderThan']));
  if (options.continue !== '')
    causes.push(forbiddenCause(MATCH, `${MATCH} is forbidden when continue is provided`));
  return causes;
}
