import { checkMembers } from "./check.js";

type Check = (value: unknown, name: string) => unknown;

/** Checks of the members of an object, each of which returns a copy; complete by its type. */
export type Checks<T> = { readonly [Member in keyof T]-?: Check };

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
