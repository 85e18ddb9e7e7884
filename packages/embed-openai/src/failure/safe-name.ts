/**
 * The name of a failure that a server gave, if it can be repeated: letters and underscores, as in
 * `rate_limit_exceeded`, and in none of the things that must not be repeated.
 */
export function safeName(
  names: readonly string[],
  unspeakable: readonly string[],
): string | undefined {
  return names.find(
    (name) =>
      /^[A-Za-z][A-Za-z_]{2,39}$/u.test(name) &&
      !unspeakable.some((secret) => secret.toLowerCase().includes(name.toLowerCase())),
  );
}
