import { checkMembers, checkMethods, checkNumber, checkOneOf, type NumberLimits } from "./check.js";

/** Refuses a value; errors call it `name`. */
export type Check = (value: unknown, name: string) => unknown;

/** The checks of the members of `T`. */
export type Checks<T extends object> = { readonly [Name in keyof T]-?: Check };

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
  {
    name = "options",
    prefix = `${name}.`,
  }: { readonly name?: string; readonly prefix?: string } = {},
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
