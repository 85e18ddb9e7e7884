import type { WriteOp, WriteResult } from "../../contracts/write-op.js";
import type { MemoryError } from "../../errors/memory-error.js";
import type { CallOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { afterLostRace } from "./after-lost-race.js";
import { planWrite } from "./draft.js";
import type { Draft, Plan } from "./draft.js";
import { embedDrafts, tellDegraded } from "./embed-drafts.js";
import { findKnown } from "./find-known.js";
import { findSimilar } from "./find-similar.js";
import { markKept } from "./mark-kept.js";
import type { RememberCall } from "./remember-all.js";
import { requireSameInput } from "./require-same-input.js";
import { contentHash, datesNamed } from "./search-entry.js";
import { writeFitting } from "./write-fitting.js";
import type { Written } from "./write-fitting.js";
import { turnNames } from "./write-turns.js";

/** What became of the drafts. */
export interface WrittenDrafts {
  readonly plan: Plan;
  /** As they were written: a vector that did not fit is not there. */
  readonly ops: readonly WriteOp[];
  readonly results: readonly WriteResult[];
  /**
   * Those that the scope turned out to hold, in these words or in much the same, with the record
   * that does.
   */
  readonly repeated: ReadonlyMap<Draft, MemoryRecord>;
  /** Why some have no vector. */
  readonly failure: MemoryError | undefined;
}

/**
 * Embeds, compares, plans and writes; a lost race for a key is planned anew from what the winner
 * wrote.
 */
export async function writeDrafts(
  engine: Engine,
  drafts: readonly Draft[],
  call: RememberCall,
): Promise<WrittenDrafts> {
  const { scope, signal, onProgress, own } = call;
  const total = drafts.length;
  await markKept(engine, drafts, call);
  let { failure, spaceOps } = await embedDrafts(engine, drafts, {
    scope,
    signal,
    own,
    onProgress: onProgress && ((done) => onProgress(Math.min(done, total - 1), total)),
  });
  const repeated = new Map(await findSimilar(engine, drafts, call));
  let rest = drafts.filter((draft) => !repeated.has(draft));
  await resolveDates(rest, call);
  const names = call.ifVersion === undefined ? namesOf(rest, scope) : [];
  return engine.turns.run(names, signal, async (hasWaited) => {
    let lost: readonly string[] = [];
    for (let attempt = 1; ; attempt += 1) {
      if (hasWaited || attempt > 1) {
        // Records written meanwhile may be a replay of this, or have another text than the vectors
        // that are there.
        const replays = rest.filter(({ input }) => input.idempotencyKey !== undefined);
        const known = await findKnown(engine, replays, { ...call, now: engine.clock() });
        for (const [draft, record] of known) repeated.set(draft, record);
        rest = rest.filter((draft) => !repeated.has(draft));
        for (const draft of rest) draft.hasVector = false;
        if (attempt === 1) await markKept(engine, rest, call);
        const more = await embedDrafts(engine, rest, { scope, signal, own });
        failure ??= more.failure;
        spaceOps = spaceOps.concat(more.spaceOps);
      }
      const plan = await planWrite(engine, rest, { ...call, spaceOps, now: engine.clock() });
      if (plan.puts.length === 0) return { plan, ops: [], results: [], repeated, failure };
      let written: Written;
      try {
        const isStrict = own !== undefined;
        written = await writeFitting(engine, plan.ops, { signal, isStrict });
      } catch (error) {
        const ids = plan.puts.flatMap(({ op }) => (op.change === "created" ? op.record.id : []));
        // Where new ids repeat, no other writer is to blame, and another attempt fails as well.
        if (ids.some((id) => lost.includes(id))) throw error;
        lost = ids;
        await afterLostRace(engine, { error, attempt, ifVersion: call.ifVersion, signal });
        continue;
      }
      const { ops, results, misfit } = written;
      if (misfit) tellDegraded(engine, scope, misfit);
      await requireReplays(engine, { plan, results }, call);
      return { plan, ops, results, repeated, failure: failure ?? misfit };
    }
  });
}

/**
 * Makes sure that what another process wrote under the same idempotency keys in between says the
 * same. @throws `conflict`
 */
async function requireReplays(
  engine: Engine,
  { plan, results }: Pick<WrittenDrafts, "plan" | "results">,
  { signal }: CallOptions,
): Promise<void> {
  for (const { draft, op, opIndex } of plan.puts) {
    const { applied = false, record } = results[opIndex] ?? {};
    if (applied || !record || op.idempotencyKey === undefined) continue;
    if (contentHash(record) === op.contentHash) continue;
    await requireSameInput(engine, { input: draft.input, record }, { signal });
  }
}

/** Lists the queues of all records that the drafts may change. */
function namesOf(drafts: readonly Draft[], scope: Scope): readonly string[] {
  const inputs = drafts.map(({ input }) => input);
  return turnNames(scope, {
    ids: inputs.flatMap(({ supersedes }) => supersedes ?? []),
    keys: inputs.flatMap(({ key }) => key ?? []),
    idempotencyKeys: inputs.flatMap(({ idempotencyKey }) => idempotencyKey ?? []),
  });
}

/** Finds the times that the texts name, where it is known when they were said. */
async function resolveDates(drafts: readonly Draft[], { signal }: CallOptions): Promise<void> {
  for (const draft of drafts) {
    const { content, occurredAt, index } = draft.input;
    if (!occurredAt || index === false) continue;
    signal?.throwIfAborted();
    draft.dates = await datesNamed(content, occurredAt);
  }
}
