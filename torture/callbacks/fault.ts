/** Ways in which a callback of a host misbehaves. */
export const FAULTS = ["throws", "rejects", "hangs", "nonsense"] as const;

/** The name of a fault. */
export type FaultKind = (typeof FAULTS)[number];

/** A callback that misbehaves, and a promise of its first call. */
export interface Fault {
  /** Replaces any function. */
  readonly call: (...given: readonly unknown[]) => never;
  /** Resolves at the first call. */
  readonly called: Promise<void>;
}

/** Makes a callback that throws, rejects, never settles, or returns the given nonsense. */
export function makeFault(kind: FaultKind, nonsense: unknown): Fault {
  const { promise: called, resolve } = Promise.withResolvers<void>();
  const answer = (): unknown => {
    resolve();
    if (kind === "throws") throw new Error("the callback threw");
    if (kind === "rejects") return Promise.reject(new Error("the callback rejected"));
    if (kind === "hangs") return Promise.withResolvers<never>().promise;
    return nonsense;
  };
  return { call: answer as Fault["call"], called };
}
