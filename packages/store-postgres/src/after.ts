/**
 * Starts `work` at once, so that what it sends travels with what is on its way; the first failure
 * of both is the failure.
 */
export async function after<T>(before: Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const [, result] = await Promise.all([before, work()]);
  return result;
}
