import assert from "node:assert/strict";

import { OWNERS_OF_ALL } from "../owners.js";
import type { Region } from "../owners.js";
import type { MakeProbe } from "./probe.js";

/** Nothing of any scope: what these verbs answer is about the store. */
const NOTHING: Region = { scope: ["nobody has this scope"], reach: "here" };

/** No scope had more than one record that had expired. */
function onlyExpired(report: unknown): void {
  const { removed, archived } = report as { readonly removed: number; readonly archived: number };
  assert.ok(removed <= OWNERS_OF_ALL.length && archived === 0, "it swept what had not expired");
}

/** The probes of verbs that only the root has. None of them may change what any scope can read. */
export const ROOT_PROBES: Readonly<
  Record<
    | "reindex"
    | "spaces"
    | "dropSpace"
    | "sweep"
    | "embedQueued"
    | "queueStats"
    | "runEmbeddingWorker",
    MakeProbe
  >
> = {
  reindex: ({ world }) => ({
    region: NOTHING,
    what: [],
    run: () => world.memory.reindex(),
  }),
  spaces: ({ world }) => ({ region: NOTHING, what: [], run: () => world.memory.spaces() }),
  dropSpace: ({ world, picker }) => {
    const id = picker.one(["no space", "test/words@16", "%"]);
    return { region: NOTHING, what: id, run: () => world.memory.dropSpace(id) };
  },
  sweep: ({ world, picker }) => {
    const given = picker.members({ archiveBelow: 0 });
    return {
      region: NOTHING,
      what: given,
      run: () => world.memory.sweep(given),
      expect: onlyExpired,
    };
  },
  embedQueued: ({ world, picker }) => {
    const given = picker.members({ limit: 3, retryDead: true });
    return { region: NOTHING, what: given, run: () => world.memory.embedQueued(given) };
  },
  queueStats: ({ world }) => ({
    region: NOTHING,
    what: [],
    run: () => world.memory.queueStats(),
  }),
  runEmbeddingWorker: ({ world }) => ({
    region: NOTHING,
    what: [],
    run: async () => {
      const stop = new AbortController();
      const working = world.memory.runEmbeddingWorker({ signal: stop.signal });
      await world.memory.spaces();
      stop.abort();
      await working;
    },
  }),
};
