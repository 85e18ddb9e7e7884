import type { HookContext } from "../../api/plugin.js";
import type { RecallQuery, RecalledMemory, SurfaceQuery } from "../../api/queries.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Filter } from "../../model/filter.js";
import type { Scope } from "../../model/scope.js";
import { isTrusted } from "../../model/trust.js";
import { sampleSpontaneous } from "../../ranking/sample-spontaneous.js";
import { seededRandom } from "../../ranking/seeded-random.js";
import { weighSpontaneous } from "../../ranking/weigh-spontaneous.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/hook-context.js";
import { nameOf } from "../surfaced-lately.js";
import { TRUSTED_ONLY, limitUntrusted, untrustedPlaces } from "../untrusted-share.js";
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
    const context = hookContext(engine, "surface", call);
    const hooked = await applyBeforeRecall(engine, query, context);
    const asked = checkSurfaceQuery({ ...query, ...hooked });
    const random = asked.seed === undefined ? engine.random : seededRandom(asked.seed);
    const part = { asked, scope, now: engine.clock(), signal };
    const drawn = await drawWithinShare(engine, part, random);
    const recallQuery = toRecallQuery({ ...query, ...hooked });
    const results = await engine.hooks.afterRecall(drawn, recallQuery, context);
    engine.surfacedLately.add(scope, results);
    const { cue } = asked;
    engine.events.emit("surfaced", { scope, ...(cue === undefined ? {} : { cue }), results });
    return results;
  });
}

/**
 * Plugins that narrow what may be recalled narrow what may surface, too. They see a query, blank if
 * there is no cue.
 */
async function applyBeforeRecall(
  engine: Engine,
  query: SurfaceQuery,
  context: HookContext,
): Promise<SurfaceQuery> {
  const check = (changed: RecallQuery): unknown =>
    checkSurfaceQuery({ ...query, ...fromRecallQuery(changed) });
  return fromRecallQuery(await engine.hooks.beforeRecall(toRecallQuery(query), context, check));
}

function fromRecallQuery(changed: RecallQuery): SurfaceQuery {
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

/**
 * Draws no more untrusted ones than their share; if a flood of them left too few others, once more
 * among the others.
 */
async function drawWithinShare(
  engine: Engine,
  part: PartCall,
  random: () => number,
): Promise<readonly RecalledMemory[]> {
  const { asked } = part;
  const places = untrustedPlaces(engine.untrustedShare, asked.limit);
  const gather = async (of: PartCall): Promise<readonly Weighed[]> => {
    const pool = await gatherPool(engine, of, random);
    return leaveOut(engine, pool, part).map((member) => toSpontaneous(member, part));
  };
  const first = await gather(part);
  const drawn = draw(first, { asked, places, random });
  const untrusted = first.filter(({ memory }) => !isTrusted(memory));
  if (drawn.length === asked.limit || untrusted.length <= places) return drawn;
  const filter = onlyTrusted(asked.filter);
  const others = await gather({ ...part, asked: { ...asked, filter } });
  return draw([...others, ...untrusted], { asked, places, random });
}

/** No deeper than the filter is already, since its depth is limited. */
function onlyTrusted(filter: Filter): Filter {
  const clauses: unknown = "$and" in filter ? filter.$and : undefined;
  return { $and: [TRUSTED_ONLY, ...(Array.isArray(clauses) ? (clauses as Filter[]) : [filter])] };
}

interface Weighed {
  readonly memory: RecalledMemory;
  readonly weight: number;
}

interface Draw {
  readonly asked: CheckedSurface;
  readonly places: number;
  readonly random: () => number;
}

function draw(
  candidates: readonly Weighed[],
  { asked, places, random }: Draw,
): readonly RecalledMemory[] {
  const { limit, temperature } = asked;
  const weights = candidates.map(({ weight }) => weight);
  const order = sampleSpontaneous(weights, { count: weights.length, temperature, random });
  const drawn = order.flatMap((index) => candidates[index]?.memory ?? []);
  return limitUntrusted(drawn, places, (memory) => memory).slice(0, limit);
}

function toSpontaneous({ record, cueRelevance }: PoolMember, { asked, now }: PartCall): Weighed {
  const { weight, share, factors } = weighSpontaneous({ ...record, cueRelevance }, now);
  const memory = { ...record, score: share, reason: "spontaneous" } as const;
  const signals = { relevance: cueRelevance ?? 0, factors };
  return { memory: asked.explain ? { ...memory, signals } : memory, weight };
}
