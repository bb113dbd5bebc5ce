import type { Overload } from './declarations.ts';
import { ADDRESS_FUNCTIONS } from './library/addresses.ts';
import { COLLECTION_FUNCTIONS } from './library/collections.ts';
import { CONVERSION_FUNCTIONS } from './library/conversions.ts';
import { FORMAT_FUNCTIONS } from './library/formats.ts';
import { OPERATOR_FUNCTIONS } from './library/operators.ts';
import { OPTIONAL_FUNCTIONS } from './library/optionals.ts';
import { QUANTITY_FUNCTIONS } from './library/quantities.ts';
import { STRING_FUNCTIONS } from './library/strings.ts';
import { TEXT_FORMAT_FUNCTIONS } from './library/text-format.ts';
import { TIME_FUNCTIONS } from './library/time.ts';
import { URL_FUNCTIONS } from './library/urls.ts';
import { VERSION_FUNCTIONS } from './library/versions.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  STRING,
  typeOf,
  UINT,
  type CelType,
} from './types.ts';

/** What an expression may speak of. */
export interface Environment {
  /** `self` and `oldSelf`. */
  readonly variables: ReadonlyMap<string, CelType>;
  /** Names of types, which are values, too. */
  readonly types: ReadonlyMap<string, CelType>;
  /** By name: operators, functions and methods. */
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
}

const TYPES: ReadonlyMap<string, CelType> = new Map([
  ...[BOOL, BYTES, DOUBLE, INT, STRING, UINT].map((type) => [type.name, typeOf(type)] as const),
  ['list', typeOf(listOf(DYN))],
  ['map', typeOf(mapOf(DYN, DYN))],
  ['null_type', typeOf(NULL)],
]);

/**
 * The functions that the API server offers to rules of custom resources: CEL's own, and Kubernetes' libraries.
 *
 * @see kubernetes/apiserver:pkg/cel/environment/base.go
 */
const FUNCTIONS: ReadonlyMap<string, readonly Overload[]> = Map.groupBy(
  [
    ...OPERATOR_FUNCTIONS,
    ...CONVERSION_FUNCTIONS,
    ...TIME_FUNCTIONS,
    ...STRING_FUNCTIONS,
    ...TEXT_FORMAT_FUNCTIONS,
    ...COLLECTION_FUNCTIONS,
    ...OPTIONAL_FUNCTIONS,
    ...URL_FUNCTIONS,
    ...QUANTITY_FUNCTIONS,
    ...ADDRESS_FUNCTIONS,
    ...FORMAT_FUNCTIONS,
    ...VERSION_FUNCTIONS,
  ],
  ({ name }) => name,
);

/** The environment of rules that speak of these variables. */
export function environmentOf(variables: ReadonlyMap<string, CelType>): Environment {
  return { variables, types: TYPES, functions: FUNCTIONS };
}
