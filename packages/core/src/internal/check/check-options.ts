import { checkMembers, checkMethods, checkNumber, checkOneOf, type NumberLimits } from "./check.js";

/** Refuses a value, which errors call `name`, or returns a copy. */
export type Check = (value: unknown, name: string) => unknown;

/** The checks of the members of `T`, complete by its type. */
export type Checks<T> = { readonly [Name in keyof T]-?: Check };

/** Options without `undefined`. */
export type Defaulted<T> = { readonly [Name in keyof T]-?: NonNullable<T[Name]> };

/** Makes a check of numbers within limits. */
export function number(limits: NumberLimits): Check {
  return (value, name) => checkNumber(value, name, limits);
}

/** Makes a check of strings of a list. */
export function oneOf(...allowed: readonly string[]): Check {
  return (value, name) => checkOneOf(value, name, allowed);
}

/** Makes a check of objects with methods. */
export function methods(...names: readonly string[]): Check {
  return (value, name) => checkMethods(value, name, names);
}

/** Refuses unknown options and wrong values, named with `prefix`; `undefined` is the default. */
export function checkOptions<T extends object>(
  options: T,
  checks: Checks<T>,
  { name, prefix = `${name}.` }: { readonly name: string; readonly prefix?: string },
): void {
  checkMembers(options, name, Object.keys(checks));
  checkDefined(options, checks, prefix);
}

/** Checks the members that are defined; others may be there. */
export function checkDefined<T extends object>(
  value: T,
  checks: Partial<Checks<T>>,
  prefix: string,
): void {
  for (const [member, check] of Object.entries<Check | undefined>(checks)) {
    const given: unknown = value[member as keyof T];
    if (given !== undefined) check?.(given, `${prefix}${member}`);
  }
}

/** Makes a check that an absent member passes. */
export function optional(check: Check): Check {
  return (value, name) => (value === undefined ? value : check(value, name));
}

/** Returns a copy of an object, its members checked in the order of the table; refuses others. */
export function checkTable<T>(value: unknown, name: string, checks: Checks<T>): T {
  const table = Object.entries<Check>(checks);
  const members = table.map(([member]) => member);
  checkMembers(value, name, members);
  const given = value as Readonly<Record<string, unknown>>;
  const checked: Record<string, unknown> = {};
  for (const [member, check] of table) {
    const result = check(given[member], `${name}.${member}`);
    if (result !== undefined) checked[member] = result;
  }
  return checked as T;
}
