/** Calls what may throw at once, as what rejects. A promise that it returns is waited for. */
export async function attempt<T>(call: () => T | PromiseLike<T>): Promise<Awaited<T>> {
  return await call();
}
