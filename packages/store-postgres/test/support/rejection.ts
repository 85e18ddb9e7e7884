/** The error that a call rejects with. */
export async function rejection(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("it should have rejected with an error");
}
