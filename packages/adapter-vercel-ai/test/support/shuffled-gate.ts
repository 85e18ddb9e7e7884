/** A gate at which many wait, and which lets them pass one by one in an order by chance. */
export interface ShuffledGate {
  /** Resolves when it is one's turn. */
  pass(): Promise<void>;
  /** Lets pass until all of these have settled. */
  until(turns: readonly Promise<unknown>[]): Promise<void>;
}

/** The same seed gives the same order for the same arrivals. */
export function shuffledGate(seed: number): ShuffledGate {
  const waiting: (() => void)[] = [];
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    pass: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      return promise;
    },
    until: async (turns) => {
      const left = new Set(turns);
      for (const turn of turns) {
        const settle = (): void => void left.delete(turn);
        turn.then(settle, settle);
      }
      while (left.size > 0) {
        const [resolve] = waiting.splice(Math.floor(random() * waiting.length), 1);
        resolve?.();
        // Gives whoever is under way the time to come to the gate.
        await new Promise((next) => setImmediate(next));
      }
      await Promise.all(turns);
    },
  };
}
