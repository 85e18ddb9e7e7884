import type { RecalledMemory, RecallQuery, SurfaceQuery } from "../../api/queries.js";
import { checkCallOptions, checkEmotion } from "../../internal/check/check-inputs.js";
import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkText,
  invalidInput,
} from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import { recordKey } from "../../internal/record-key.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Filter } from "../../model/filter.js";
import { DEFAULT_SURFACE_LIMIT, MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from "../../model/limits.js";
import type { Scope } from "../../model/scope.js";
import { isTrusted } from "../../model/trust.js";
import { sampleSpontaneous, seededRandom, weighSpontaneous } from "../../ranking/spontaneous.js";
import { toStorableText } from "../../text/normalize.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/run-hook.js";
import { MAX_COOLDOWN } from "../surfaced-lately.js";
import { limitUntrusted, TRUSTED, untrustedLimit } from "../untrusted-share.js";
import { checkExclude, checkKinds, checkReach } from "./check-recall-query.js";
import { gatherPool } from "./sample-over-time.js";
import type { CheckedSurface, PartCall, PoolMember } from "./sample-over-time.js";

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
  const { query: cue, reach, limit, kinds, filter, exclude, explain, mood } = changed;
  return { cue: cue === "" ? undefined : cue, reach, limit, kinds, filter, exclude, explain, mood };
}

function toRecallQuery(query: SurfaceQuery): RecallQuery {
  const { cue = "", reach, limit, kinds, filter, exclude, explain, mood } = query;
  return { query: cue, reach, limit, kinds, filter, exclude, explain, mood };
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

/** Limits untrusted ones to their share. If they left too few others, draws others once more. */
async function drawWithinShare(
  engine: Engine,
  part: PartCall,
  random: () => number,
): Promise<readonly RecalledMemory[]> {
  const { asked } = part;
  const { limit, temperature } = asked;
  const most = untrustedLimit(engine.untrustedShare, limit);
  const gather = async (of: PartCall): Promise<readonly PoolMember[]> =>
    leaveOut(engine, await gatherPool(engine, of, random), part);
  const draw = (pool: readonly PoolMember[]): readonly RecalledMemory[] => {
    const candidates = pool.map((member) => weigh(member, part));
    const weights = candidates.map(({ weight }) => weight);
    const order = sampleSpontaneous(weights, { count: weights.length, temperature, random });
    const drawn = order.flatMap((index) => candidates[index]?.memory ?? []);
    return limitUntrusted(drawn, most, (memory) => memory).slice(0, limit);
  };
  const first = await gather(part);
  const drawn = draw(first);
  const untrusted = first.filter(({ record }) => !isTrusted(record));
  if (drawn.length === limit || untrusted.length <= most) return drawn;
  const filter = onlyTrusted(asked.filter);
  return draw([...(await gather({ ...part, asked: { ...asked, filter } })), ...untrusted]);
}

/** Makes a filter no deeper than the one it narrows, since depth is limited. */
function onlyTrusted(filter: Filter): Filter {
  const clauses: unknown = "$and" in filter ? filter.$and : undefined;
  return { $and: [TRUSTED, ...(Array.isArray(clauses) ? (clauses as Filter[]) : [filter])] };
}

function weigh(
  { record, cueRelevance }: PoolMember,
  { asked, now }: PartCall,
): { readonly memory: RecalledMemory; readonly weight: number } {
  const candidate = { ...record, cueRelevance, mood: asked.mood };
  const { weight, share, factors } = weighSpontaneous(candidate, now);
  const relevance = cueRelevance ?? 0;
  const memory = { ...record, score: share, relevance, reason: "spontaneous" } as const;
  const signals = { relevance, factors };
  return { memory: asked.explain ? { ...memory, signals } : memory, weight };
}

const MEMBERS =
  "cue limit temperature seed cooldown exclude kinds filter reach minTrust explain mood".split(" ");

/** Checks a query and fills in the defaults. */
function checkSurfaceQuery(query: SurfaceQuery): CheckedSurface {
  checkMembers(query, "query", MEMBERS);
  const { cue, limit = DEFAULT_SURFACE_LIMIT, temperature = 0.25, cooldown = 20 } = query;
  const exclude = checkExclude(query.exclude, "query.exclude");
  const most = { min: 0, max: MAX_COOLDOWN, integer: true };
  return {
    cue:
      cue === undefined
        ? undefined
        : toStorableText(checkText(cue, "query.cue", MAX_CONTENT_LENGTH)),
    limit: checkNumber(limit, "query.limit", { min: 1, max: 100, integer: true }),
    temperature: checkNumber(temperature, "query.temperature", { min: 0, max: 10 }),
    seed: checkSeed(query.seed),
    cooldown: checkNumber(cooldown, "query.cooldown", most),
    exclude,
    kinds: checkKinds(query.kinds),
    mood: query.mood === undefined ? undefined : checkEmotion(query.mood, "query.mood"),
    filter: checkFilter(query),
    reach: checkReach(query.reach),
    explain: checkBoolean(query.explain ?? false, "query.explain"),
  };
}

function checkSeed(seed: unknown): string | undefined {
  if (seed === undefined) return undefined;
  if (typeof seed === "number") return String(checkNumber(seed, "query.seed", {}));
  if (typeof seed === "string") return checkText(seed, "query.seed", MAX_NAME_LENGTH);
  throw invalidInput("query.seed", "a finite number or a string", seed);
}

function checkFilter({ filter, minTrust = 0.6 }: SurfaceQuery): Filter {
  checkNumber(minTrust, "query.minTrust", { min: 0, max: 1 });
  const trusted = { "@trust": { $gte: minTrust } };
  if (filter === undefined) return trusted;
  parseFilter(filter);
  return { $and: [trusted, filter] };
}
