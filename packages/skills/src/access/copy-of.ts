/**
 * A copy of the own members of an argument, so that what is checked is what is used, whatever
 * getters and proxies answer the second time. What is no plain argument, such as a string, stays as
 * it is.
 */
export function copyOf<T>(value: T): T {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return { ...value };
}

/** The same for a list and each of its items. */
export function listOf<T>(list: readonly T[]): readonly T[] {
  // Not `map`, which passes over holes.
  return Array.isArray(list) ? Array.from(list as readonly T[], (item) => copyOf(item)) : list;
}
