import { InvalidConfigError } from '../../errors.ts';
import { checkConditionType } from '../../status/conditions.ts';

export interface StatusOptions {
  /** The condition that says how the object is altogether. Default `Ready`. */
  readonly readyType?: string;
  /** Conditions of which True is bad, such as `Degraded`. Default none. */
  readonly negative?: readonly string[];
  /**
   * Whether the message of a failure says when the next attempt is due, roughly: it changes a handful of times
   * while a failure lasts. Default true.
   */
  readonly showRetry?: boolean;
}

/**
 * What `FrameworkConfig.status` comes to: undefined where it is switched off.
 *
 * @throws InvalidConfigError for an option that is wrong, and without a client.
 */
export function statusOptions(
  option: boolean | StatusOptions = false,
  client?: object,
): Required<StatusOptions> | undefined {
  if (option === false) return undefined;
  if (client === undefined)
    throw new InvalidConfigError(
      'FrameworkConfig.client must not be empty when FrameworkConfig.status is given',
    );
  const { readyType = 'Ready', negative = [], showRetry = true } = option === true ? {} : option;
  const path = 'FrameworkConfig.status';
  checkConditionType(`${path}.readyType`, readyType);
  for (const [index, type] of negative.entries()) checkConditionType(`${path}.negative[${index}]`, type);
  if (negative.includes(readyType))
    throw new InvalidConfigError(`${path}.negative must not contain ${path}.readyType; got ${readyType}`);
  return { readyType, negative, showRetry };
}
