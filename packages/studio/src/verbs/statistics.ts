import { type CallOptions, MemoryError, type MemoryRoot } from "@kioku/core";
import { type Tally, tallyOf } from "@kioku/mind";

import type { FiguresAnswer, StatisticsVerbs, TallyAnswer } from "../wire/statistics.js";
import { inScope } from "./in-scope.js";
import type { Service, VerbTable } from "./service.js";

/** Milliseconds after which a count answers with what it has. */
const COUNT_MS = 100;

/** Verbs of the page `statistics`. */
export const STATISTICS: VerbTable<StatisticsVerbs> = {
  figures: {
    isWrite: false,
    run: async ({ mind, root, store }, { scope }, options) => {
      const [stats, spaces, queue, sizes] = await Promise.all([
        inScope(mind, scope).stats(options),
        root?.spaces(options),
        root && queueOf(root, options),
        store?.stats(options),
      ]);
      const { retryAt, lastRunAt, ...rest } = stats;
      return {
        mind: {
          ...rest,
          ...(retryAt && { retryAt: retryAt.toISOString() }),
          ...(lastRunAt && { lastRunAt: lastRunAt.toISOString() }),
        },
        ...(spaces && { spaces }),
        ...(queue && { queue }),
        ...(sizes && { store: sizes }),
      };
    },
  },
  tally: {
    isWrite: false,
    run: async (service, { scope, cursor }, { signal }) => {
      const started = performance.now();
      const memory = inScope(service.memory, scope);
      const now = service.clock();
      // The newest first: sums that are not whole yet tell most about the present.
      const counts = tallyOf(memory, { now, cursor, order: "desc", signal });
      for await (const tally of counts) {
        const isEnd = tally.cursor === undefined;
        if (isEnd || performance.now() - started > COUNT_MS) return toAnswer(tally, service);
      }
      throw new TypeError("unreachable");
    },
  },
};

async function queueOf(root: MemoryRoot, options: CallOptions): Promise<FiguresAnswer["queue"]> {
  try {
    return await root.queueStats(options);
  } catch (error) {
    if (MemoryError.is(error, "unsupported")) return undefined;
    throw error;
  }
}

function toAnswer(tally: Tally, { memory }: Service): TallyAnswer {
  const { memories, strength, archived, replaced, pinned, oldest, newest, cursor } = tally;
  const depth = memory.scopePath.length;
  return {
    memories,
    strength,
    archived,
    replaced,
    pinned,
    kinds: Object.fromEntries(tally.kinds),
    origins: Object.fromEntries(tally.origins),
    days: Object.fromEntries(tally.days),
    scopes: [...tally.scopes].map(([path, count]) => [
      (JSON.parse(path) as readonly string[]).slice(depth),
      count,
    ]),
    ...(oldest && { oldest: oldest.toISOString() }),
    ...(newest && { newest: newest.toISOString() }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}
