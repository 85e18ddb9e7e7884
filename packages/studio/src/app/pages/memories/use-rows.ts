import { useEffect, useMemo, useState } from "preact/hooks";

import { ask } from "../../data/source.js";
import { RowStore } from "./row-store.js";
import type { Selection } from "./selection.js";

/** Milliseconds between questions how many rows there are. */
const POLL_MS = 400;

/** Returns the rows of a listing, which are loaded as they are looked at. */
export function useRows(selection: Selection): RowStore {
  const [, setTurn] = useState(0);
  const key = JSON.stringify(selection);
  const store = useMemo(() => {
    const made: RowStore = new RowStore({
      read: (start, limit, isFresh) => ask("rows", { ...selection, start, limit, isFresh }),
      onChange: () => setTurn((turn) => turn + 1),
      wait: (task) => {
        setTimeout(task, POLL_MS);
      },
    });
    return made;
  }, [key]);
  useEffect(() => {
    store.start();
    return () => store.close();
  }, [store]);
  return store;
}
