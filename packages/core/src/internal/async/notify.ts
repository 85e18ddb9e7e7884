import type { Logger } from "../../model/call-options.js";

type Report = (error: unknown) => void;

const ignore: Report = () => undefined;

/** Calls a callback that nobody waits for, and never throws; its failure goes to `report`. */
export function notify(call: () => unknown, report: Report = ignore): void {
  try {
    onRejection(call(), report);
  } catch (error) {
    report(error);
  }
}

/** Reports the rejection of a promise that nobody waits for. Other values are left alone. */
export function onRejection(value: unknown, report: Report = ignore): void {
  if (typeof value === "object" && value !== null) Promise.resolve(value).then(undefined, report);
}

/** Calls a callback that is waited for, so that what it throws is a rejection. */
export async function attempt<T>(call: () => T | PromiseLike<T>): Promise<Awaited<T>> {
  return await call();
}

/** Makes a logger that never throws, since nobody would hear of it; of none, a silent one. */
export function safeLogger(logger?: Logger): Logger {
  return {
    warn: (...given) => notify(() => logger?.warn(...given)),
    error: (...given) => notify(() => logger?.error(...given)),
  };
}

/** Makes a progress callback whose failures go to the logger and never to the call. */
export function safeProgress<Told extends readonly unknown[]>(
  onProgress: ((...told: Told) => void) | undefined,
  logger?: Logger,
): ((...told: Told) => void) | undefined {
  if (!onProgress) return undefined;
  const report: Report = (error) => logger?.error("onProgress threw", { error });
  return (...told) => notify(() => onProgress(...told), report);
}

/** Awaits a promise, or rejects with the signal's reason as soon as it aborts. The work goes on. */
export async function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  // Avoids an unhandled rejection after an abort.
  promise.catch(() => undefined);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
