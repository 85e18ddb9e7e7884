import { setImmediate } from "node:timers/promises";

/** Reasons that a signal may have. */
export const REASONS: Readonly<Record<string, unknown>> = {
  "an error": new Error("stop"),
  "a text": "stop",
  "an object": { code: 7 },
};

/** When a call is aborted: so many turns after it was made. */
export interface Moment {
  readonly name: string;
  /** Turns of promises. */
  readonly microtasks: number;
  /** Turns of the event loop. */
  readonly turns: number;
}

/** At once, and a little later, and still later. */
export const MOMENTS: readonly Moment[] = [
  ...[0, 1, 2, 3, 5, 8].map((microtasks) => {
    return { name: `${microtasks} microtasks`, microtasks, turns: 0 };
  }),
  ...[1, 2, 3, 5, 8].map((turns) => ({ name: `${turns} turns`, microtasks: 0, turns })),
];

/**
 * A signal that is aborted at this moment, counted from the end of the caller's own turn, and what
 * tells when that is over.
 */
export function abortedAfter({ microtasks, turns }: Moment): {
  readonly signal: AbortSignal;
  readonly done: Promise<void>;
} {
  const controller = new AbortController();
  const abort = async (): Promise<void> => {
    for (let turn = 0; turn <= microtasks; turn += 1) await Promise.resolve();
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    controller.abort(new Error("stop"));
  };
  return { signal: controller.signal, done: abort() };
}
