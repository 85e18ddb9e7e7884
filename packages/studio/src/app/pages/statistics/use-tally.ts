import { useCallback, useEffect, useState } from "preact/hooks";

import type { TallyAnswer } from "../../../wire/statistics.js";
import { ask } from "../../data/source.js";
import { addTally } from "./add-tally.js";

/** Milliseconds in which a count is not made again. */
const KEPT_MS = 30_000;
/** The last count that is whole, with its scope and when it was made. */
const kept: { key?: string; at?: number; tally?: TallyAnswer } = {};

/** A count on its way. */
interface Counted {
  /** Counts so far; those of the whole once `isDone`. */
  readonly tally: TallyAnswer | undefined;
  readonly isDone: boolean;
  readonly error: unknown;
  readonly again: () => void;
}

/** Counts the memories of a scope, and shows the sum as it grows. */
export function useTally(scope: readonly string[]): Counted {
  const key = JSON.stringify(scope);
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<Omit<Counted, "again">>({
    tally: undefined,
    isDone: false,
    error: undefined,
  });
  useEffect(() => {
    const isFresh = turn === 0 && presentMs() - (kept.at ?? 0) < KEPT_MS && kept.key === key;
    if (isFresh && kept.tally !== undefined) {
      setState({ tally: kept.tally, isDone: true, error: undefined });
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const count = async (): Promise<void> => {
      let tally: TallyAnswer | undefined;
      do {
        const next = await ask("tally", { scope, cursor: tally?.cursor }, signal);
        tally = addTally(tally, next);
        setState({ tally, isDone: tally.cursor === undefined, error: undefined });
      } while (tally.cursor !== undefined);
      Object.assign(kept, { key, at: presentMs(), tally });
    };
    setState({ tally: undefined, isDone: false, error: undefined });
    count().catch((error: unknown) => {
      if (!signal.aborted) setState((before) => ({ ...before, error }));
    });
    return () => controller.abort();
  }, [key, turn]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  return { ...state, again };
}

function presentMs(): number {
  return new Date().getTime();
}
