import { MemoryError } from "../../errors/memory-error.js";
import type { CallOptions } from "../../model/call-options.js";
import type { MemoryRecord } from "../../model/record.js";
import type { WriteOp, WriteResult } from "../../store/write-op.js";
import type { Engine } from "../engine.js";
import { planWrite } from "./draft.js";
import type { Draft, Plan } from "./draft.js";
import { embedDrafts, tellDegraded } from "./embed-drafts.js";
import { findKnown } from "./find-known.js";
import { findSimilar } from "./find-similar.js";
import { markKept } from "./mark-kept.js";
import type { RememberCall } from "./remember-all.js";
import { datesNamed } from "./search-entry.js";
import { writeFitting } from "./write-fitting.js";

/** How often a batch is planned anew when somebody else wrote one of its keys in between. */
const MAX_ATTEMPTS = 64;

/** What became of the drafts. */
export interface WrittenDrafts {
  readonly plan: Plan;
  /** As they were written: a vector that did not fit is not there. */
  readonly ops: readonly WriteOp[];
  readonly results: readonly WriteResult[];
  /** Those that the scope turned out to hold, in these words or in much the same, with the record that does. */
  readonly repeated: ReadonlyMap<Draft, MemoryRecord>;
  /** Why some have no vector. */
  readonly failure: MemoryError | undefined;
}

/** Embeds, compares, plans and writes; a lost race for a key is planned anew from what the winner wrote. */
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
  for (let attempt = 1; ; attempt += 1) {
    const plan = await planWrite(engine, rest, { ...call, spaceOps, now: engine.clock() });
    if (plan.puts.length === 0) return { plan, ops: [], results: [], repeated, failure };
    try {
      const { ops, results, misfit } = await writeFitting(engine, plan.ops, {
        signal,
        isStrict: own !== undefined,
      });
      if (misfit) tellDegraded(engine, scope, misfit);
      return { plan, ops, results, repeated, failure: failure ?? misfit };
    } catch (error) {
      const lost = MemoryError.is(error, "conflict") && call.ifVersion === undefined;
      if (!lost || attempt === MAX_ATTEMPTS) throw error;
      // What lost may be the replay of a write that won.
      const replays = rest.filter(({ input }) => input.idempotencyKey !== undefined);
      const known = await findKnown(engine, replays, { ...call, now: engine.clock() });
      for (const [draft, record] of known) repeated.set(draft, record);
      rest = rest.filter((draft) => !repeated.has(draft));
      for (const draft of rest) draft.hasVector = false;
      const more = await embedDrafts(engine, rest, { scope, signal, own });
      failure ??= more.failure;
      spaceOps = spaceOps.concat(more.spaceOps);
    }
  }
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
