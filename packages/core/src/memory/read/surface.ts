import { checkObject } from "../../check/check.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Scope } from "../../model/scope.js";
import { sampleSpontaneous } from "../../rank/sample-spontaneous.js";
import { seededRandom } from "../../rank/seeded-random.js";
import { weighSpontaneous } from "../../rank/weigh-spontaneous.js";
import { checkCallOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import type { RecalledMemory, RecallQuery } from "../recall-query.js";
import type { SurfaceQuery } from "../surface-query.js";
import { nameOf } from "../surfaced-lately.js";
import { checkSurfaceQuery } from "./check-surface-query.js";
import type { CheckedSurface } from "./check-surface-query.js";
import type { PartCall } from "./list-part.js";
import { gatherPool } from "./spontaneous-pool.js";
import type { PoolMember } from "./spontaneous-pool.js";

/** Memories that come to mind by themselves, in the order in which they came. */
export async function surface(
  engine: Engine,
  query: SurfaceQuery,
  call: CallOptions & { readonly scope: Scope },
): Promise<readonly RecalledMemory[]> {
  const { scope, ...options } = call;
  checkCallOptions(options);
  const { signal } = options;
  checkSurfaceQuery(query);
  return engine.lifecycle.run(signal, async () => {
    const hooked = await applyBeforeRecall(engine, query, { scope, signal });
    const asked = checkSurfaceQuery({ ...query, ...hooked });
    const random = asked.seed === undefined ? engine.random : seededRandom(asked.seed);
    const part = { asked, scope, now: engine.clock(), signal };
    const pool = await gatherPool(engine, part, random);
    const rested = leaveOut(engine, pool, part).map((member) => toSpontaneous(member, part));
    const drawn = draw(rested, asked, random);
    const recallQuery = toRecallQuery({ ...query, ...hooked });
    const results = await engine.hooks.afterRecall(drawn, recallQuery, { scope, signal });
    engine.surfacedLately.add(scope, results);
    const { cue } = asked;
    engine.events.emit("surfaced", { scope, ...(cue === undefined ? {} : { cue }), results });
    return results;
  });
}

/** Plugins that narrow what may be recalled narrow what may surface, too. They see a query, blank if there is no cue. */
async function applyBeforeRecall(
  engine: Engine,
  query: SurfaceQuery,
  context: { readonly scope: Scope; readonly signal: AbortSignal | undefined },
): Promise<SurfaceQuery> {
  const changed = await engine.hooks.beforeRecall(toRecallQuery(query), context);
  checkObject(changed, "query after the plugins");
  const { query: cue, reach, limit, kinds, filter, exclude, explain } = changed;
  return { cue: cue === "" ? undefined : cue, reach, limit, kinds, filter, exclude, explain };
}

function toRecallQuery(query: SurfaceQuery): RecallQuery {
  const { cue = "", reach, limit, kinds, filter, exclude, explain } = query;
  return { query: cue, reach, limit, kinds, filter, exclude, explain };
}

/** Without what was excluded, and what surfaced lately. */
function leaveOut(
  { surfacedLately }: Engine,
  pool: readonly PoolMember[],
  { asked, scope }: PartCall,
): readonly PoolMember[] {
  const candidates = pool.filter(({ record }) => !asked.exclude.has(record.id));
  // A cooldown longer than half of what there is would leave the same few, and in the end none.
  const cooldown = Math.min(asked.cooldown, Math.floor(candidates.length / 2));
  const lately = surfacedLately.last(scope, cooldown);
  return candidates.filter(({ record }) => !lately.has(nameOf(record)));
}

interface Weighed {
  readonly memory: RecalledMemory;
  readonly weight: number;
}

function draw(
  candidates: readonly Weighed[],
  { limit, temperature }: CheckedSurface,
  random: () => number,
): readonly RecalledMemory[] {
  const weights = candidates.map(({ weight }) => weight);
  const drawn = sampleSpontaneous(weights, { count: limit, temperature, random });
  return drawn.flatMap((index) => candidates[index]?.memory ?? []);
}

function toSpontaneous({ record, cueRelevance }: PoolMember, { asked, now }: PartCall): Weighed {
  const { weight, share, factors } = weighSpontaneous({ ...record, cueRelevance }, now);
  const memory = { ...record, score: share, reason: "spontaneous" } as const;
  const signals = { relevance: cueRelevance ?? 0, factors };
  return { memory: asked.explain ? { ...memory, signals } : memory, weight };
}
