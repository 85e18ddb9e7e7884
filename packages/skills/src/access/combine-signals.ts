/** A signal made of others, and what lets go of them. */
export interface CombinedSignal {
  readonly signal: AbortSignal;
  /**
   * To be called when the signal is no longer needed, so that no listener is left at the others.
   */
  readonly release: () => void;
}

/**
 * A signal that aborts as soon as one of two does, with its reason; unlike with `AbortSignal.any`
 * nothing is left at either.
 */
export function combineSignals(first: AbortSignal, second?: AbortSignal): CombinedSignal {
  if (second === undefined || second === first) return { signal: first, release: () => undefined };
  const controller = new AbortController();
  const release = (): void => {
    first.removeEventListener("abort", abort);
    second.removeEventListener("abort", abort);
  };
  const abort = (): void => {
    release();
    controller.abort(first.aborted ? first.reason : second.reason);
  };
  if (first.aborted || second.aborted) abort();
  else {
    first.addEventListener("abort", abort);
    second.addEventListener("abort", abort);
  }
  return { signal: controller.signal, release };
}
