/** Rejects with anything, as careless code does. */
export async function rejectWith(reason: unknown): Promise<never> {
  throw reason;
}
