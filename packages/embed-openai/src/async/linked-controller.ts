/** A controller that is aborted with the first of the signals, and what unlinks it from them. */
export interface LinkedController {
  readonly controller: AbortController;
  /** Removes its listeners. */
  readonly unlink: () => void;
}

/** Makes a controller that follows the signals. Unlike `AbortSignal.any`, it can be let go of. */
export function linkedController(signals: readonly (AbortSignal | undefined)[]): LinkedController {
  const controller = new AbortController();
  const present = signals.filter((signal) => signal !== undefined);
  const listeners = present.map((signal) => {
    const onAbort = (): void => controller.abort(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    return (): void => signal.removeEventListener("abort", onAbort);
  });
  return {
    controller,
    unlink: () => {
      for (const remove of listeners) remove();
    },
  };
}
