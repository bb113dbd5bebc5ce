import type { Overload } from './declarations.ts';
import { DYN, ERROR, parameter, type CelType } from './types.ts';

/** These have no value for null; everything else, such as objects and libraries' types, takes it. */
const NOT_NULLABLE: ReadonlySet<string> = new Set([
  'bool',
  'int',
  'uint',
  'double',
  'string',
  'bytes',
  'list',
  'map',
  'type',
]);

/** What type parameters stand for, found out as arguments are held against declarations. */
export class Substitution {
  #bindings = new Map<string, CelType>();
  #count = 0;

  /** A parameter that stands for nothing yet. */
  fresh(): CelType {
    return parameter(`_${this.#count++}`);
  }

  /** The type with all that is known put in for its parameters. */
  resolve(type: CelType): CelType {
    if (type.parameter === true) {
      const bound = this.#bindings.get(type.name);
      return bound === undefined ? type : this.resolve(bound);
    }
    return type.of.length === 0 ? type : { ...type, of: type.of.map((one) => this.resolve(one)) };
  }

  /** A declaration with parameters of its own. */
  instantiate({ args, result }: Overload): { readonly formal: readonly CelType[]; readonly result: CelType } {
    const own = new Map<string, CelType>();
    const put = (type: CelType): CelType => {
      if (type.parameter !== true) return type.of.length === 0 ? type : { ...type, of: type.of.map(put) };
      const known = own.get(type.name) ?? this.fresh();
      own.set(type.name, known);
      return known;
    };
    return { formal: args.map(put), result: put(result) };
  }

  /** Whether a value of the type may stand where the other is wanted. Binds parameters of both. */
  assign(wanted: CelType, actual: CelType): boolean {
    const [want, got] = [this.resolve(wanted), this.resolve(actual)];
    if (want.parameter === true) return this.#bind(want, got);
    if (got.parameter === true) return this.#bind(got, want);
    if ([want, got].some((type) => type === DYN || type === ERROR)) return true;
    if (got.name === 'null') return want.name === 'null' || !NOT_NULLABLE.has(want.name);
    if (want.name === 'null') return !NOT_NULLABLE.has(got.name);
    return want.name === got.name && want.of.every((one, index) => this.assign(one, got.of[index] ?? DYN));
  }

  /** As {@link assign} for all; binds nothing when one does not fit. */
  assignAll(wanted: readonly CelType[], actual: readonly CelType[]): boolean {
    const before = new Map(this.#bindings);
    const fits = wanted.every((type, index) => this.assign(type, actual[index] ?? DYN));
    if (!fits) this.#bindings = before;
    return fits;
  }

  #bind(open: CelType, type: CelType): boolean {
    if (type.parameter !== true || type.name !== open.name) this.#bindings.set(open.name, type);
    return true;
  }
}
