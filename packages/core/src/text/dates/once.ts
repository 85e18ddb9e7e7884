/** Returns a function that makes something on its first call and returns it on every one. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
