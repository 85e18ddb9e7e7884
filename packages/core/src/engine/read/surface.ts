import type { RecallQuery, RecalledMemory, SurfaceQuery } from "../../api/queries.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import { recordKey } from "../../internal/record-key.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Filter } from "../../model/filter.js";
import type { Scope } from "../../model/scope.js";
import { isTrusted } from "../../model/trust.js";
import { seededRandom } from "../../ranking/seeded-random.js";
import { sampleSpontaneous, weighSpontaneous } from "../../ranking/spontaneous.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/run-hook.js";
import { limitUntrusted, TRUSTED_ONLY, untrustedLimit } from "../untrusted-share.js";
import { checkSurfaceQuery } from "./check-surface-query.js";
import type { PartCall } from "./sample-over-time.js";
import { gatherPool } from "./spontaneous-pool.js";
import type { PoolMember } from "./spontaneous-pool.js";

/** Returns memories that come to mind by themselves, in the order in which they came. */
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
    const { hooks } = engine;
    const context = hookContext(engine, "surface", call);
    // Plugins that narrow what may be recalled narrow what may surface, too.
    const check = (changed: RecallQuery): unknown =>
      checkSurfaceQuery({ ...query, ...fromRecallQuery(changed) });
    const hooked = await hooks.beforeRecall(toRecallQuery(query), context, check);
    const changed = { ...query, ...fromRecallQuery(hooked) };
    const asked = checkSurfaceQuery(changed);
    const random = asked.seed === undefined ? engine.random : seededRandom(asked.seed);
    const part = { asked, scope, now: engine.clock(), signal };
    const drawn = await drawWithinShare(engine, part, random);
    const results = await hooks.afterRecall(drawn, toRecallQuery(changed), context);
    engine.surfacedLately.add(scope, results);
    const { cue } = asked;
    engine.events.emit("surfaced", { scope, ...(cue === undefined ? {} : { cue }), results });
    return results;
  });
}

function fromRecallQuery(changed: RecallQuery): SurfaceQuery {
  const { query: cue, reach, limit, kinds, filter, exclude, explain } = changed;
  return { cue: cue === "" ? undefined : cue, reach, limit, kinds, filter, exclude, explain };
}

function toRecallQuery(query: SurfaceQuery): RecallQuery {
  const { cue = "", reach, limit, kinds, filter, exclude, explain } = query;
  return { query: cue, reach, limit, kinds, filter, exclude, explain };
}

function leaveOut(
  { surfacedLately }: Engine,
  pool: readonly PoolMember[],
  { asked, scope }: PartCall,
): readonly PoolMember[] {
  const candidates = pool.filter(({ record }) => !asked.exclude.has(record.id));
  // A cooldown longer than half of what there is would leave the same few, and in the end none.
  const cooldown = Math.min(asked.cooldown, Math.floor(candidates.length / 2));
  const lately = surfacedLately.last(scope, cooldown);
  return candidates.filter(({ record }) => !lately.has(recordKey(record)));
}

interface Weighed {
  readonly memory: RecalledMemory;
  readonly weight: number;
}

/** Limits untrusted ones to their share. If they left too few others, draws others once more. */
async function drawWithinShare(
  engine: Engine,
  part: PartCall,
  random: () => number,
): Promise<readonly RecalledMemory[]> {
  const { asked } = part;
  const { limit, temperature } = asked;
  const most = untrustedLimit(engine.untrustedShare, limit);
  const gather = async (of: PartCall): Promise<readonly Weighed[]> => {
    const pool = await gatherPool(engine, of, random);
    return leaveOut(engine, pool, part).map((member) => weigh(member, part));
  };
  const draw = (candidates: readonly Weighed[]): readonly RecalledMemory[] => {
    const weights = candidates.map(({ weight }) => weight);
    const order = sampleSpontaneous(weights, { count: weights.length, temperature, random });
    const drawn = order.flatMap((index) => candidates[index]?.memory ?? []);
    return limitUntrusted(drawn, most, (memory) => memory).slice(0, limit);
  };
  const first = await gather(part);
  const drawn = draw(first);
  const untrusted = first.filter(({ memory }) => !isTrusted(memory));
  if (drawn.length === limit || untrusted.length <= most) return drawn;
  const filter = onlyTrusted(asked.filter);
  return draw([...(await gather({ ...part, asked: { ...asked, filter } })), ...untrusted]);
}

/** Makes a filter no deeper than the one it narrows, since depth is limited. */
function onlyTrusted(filter: Filter): Filter {
  const clauses: unknown = "$and" in filter ? filter.$and : undefined;
  return { $and: [TRUSTED_ONLY, ...(Array.isArray(clauses) ? (clauses as Filter[]) : [filter])] };
}

function weigh({ record, cueRelevance }: PoolMember, { asked, now }: PartCall): Weighed {
  const { weight, share, factors } = weighSpontaneous({ ...record, cueRelevance }, now);
  const memory = { ...record, score: share, reason: "spontaneous" } as const;
  const signals = { relevance: cueRelevance ?? 0, factors };
  return { memory: asked.explain ? { ...memory, signals } : memory, weight };
}
