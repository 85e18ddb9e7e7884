import { once } from "node:events";

/** What a promise answers, or the signal's reason as soon as it is aborted; what the promise stands for goes on. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return promise;
  // Whoever has been told of the abort is not told of this, too.
  promise.catch(() => undefined);
  signal.throwIfAborted();
  const done = new AbortController();
  const aborted = once(signal, "abort", { signal: done.signal }).then(() =>
    signal.throwIfAborted(),
  );
  // Given up below, when the promise is first.
  aborted.catch(() => undefined);
  try {
    await Promise.race([promise, aborted]);
    return await promise;
  } finally {
    done.abort();
  }
}
