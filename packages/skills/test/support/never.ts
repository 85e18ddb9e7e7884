/** Never settles, whatever it is told. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** Rejects with the signal's reason as soon as it aborts. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
