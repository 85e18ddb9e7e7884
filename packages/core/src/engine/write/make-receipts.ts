import type { Receipt } from "../../api/inputs.js";
import type { PutOp } from "../../contracts/write-op.js";
import type { CallOptions } from "../../model/call-options.js";
import type { MemoryRecord, Strength } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { withoutFoundVector } from "../embedding/spaces/without-found-vector.js";
import type { Engine } from "../engine.js";
import type { Draft } from "./draft.js";
import { touchDuplicates } from "./touch-duplicates.js";
import type { WrittenDrafts } from "./write-drafts.js";

/** What the scope said already before anything was written, and what was written. */
export interface Outcome {
  readonly known: ReadonlyMap<Draft, MemoryRecord>;
  readonly written: WrittenDrafts;
}

/** A draft that was in the plan, and what the store made of it. */
interface Put {
  readonly draft: Draft;
  readonly search: PutOp["search"];
  readonly applied: boolean;
  readonly record: MemoryRecord;
}

/** Why something is queued, where nothing failed. */
const REASONS: Readonly<Record<Engine["embedding"], string>> = {
  inline: "no embedder gave a vector",
  queued: "embedding is left to workers",
};

type ScopeCall = CallOptions & { readonly scope: Scope };

/**
 * Says of every draft what became of it. What was said again is strengthened, and what has no
 * vector yet is tried again later.
 */
export async function makeReceipts(
  engine: Engine,
  { known, written }: Outcome,
  call: ScopeCall,
): Promise<ReadonlyMap<Draft, Receipt>> {
  const { plan, ops, results, repeated, failure } = written;
  const puts = plan.puts.map(({ draft, op, opIndex }): Put => {
    const { applied, record = op.record } = results[opIndex] ?? { applied: false };
    const asWritten = ops[opIndex] ?? op;
    const { search } = asWritten.op === "put" ? asWritten : op;
    return { draft, search, applied, record };
  });
  const receipts = new Map<Draft, Receipt>();
  for (const [draft, reason] of plan.untrusted) {
    receipts.set(draft, { status: "rejected", by: "trust", reason });
  }
  const duplicates = new Map([...known, ...repeated]);
  const toTouch = duplicatesToTouch(duplicates, puts);
  for (const { draft, applied, record } of puts) if (!applied) duplicates.set(draft, record);
  const isWritten = puts.some(({ applied }) => applied);
  const touched = await touch(engine, toTouch, { ...call, isWritten });
  for (const [draft, record] of duplicates) {
    receipts.set(draft, { status: "duplicate", record });
  }
  const queued = new Set(await withoutVector(engine, puts, call));
  engine.retry.add([...queued].map(({ record }) => record));
  const reason = failure?.message ?? REASONS[engine.embedding];
  for (const put of puts) {
    const { draft, applied, record } = put;
    const stored: Receipt = { status: "stored", record };
    if (applied)
      receipts.set(draft, queued.has(put) ? { ...stored, status: "queued", reason } : stored);
  }
  for (const [draft, first] of plan.repeats) {
    const receipt = receipts.get(first);
    if (!receipt || receipt.status === "rejected") continue;
    receipts.set(draft, { status: "duplicate", record: receipt.record });
  }
  return withStrengths(receipts, touched);
}

/** What was strengthened by one item is shown so by all that name it. */
function withStrengths(
  receipts: ReadonlyMap<Draft, Receipt>,
  strengths: ReadonlyMap<string, Strength>,
): ReadonlyMap<Draft, Receipt> {
  if (strengths.size === 0) return receipts;
  const shown = [...receipts].map(([draft, receipt]): readonly [Draft, Receipt] => {
    if (receipt.status === "rejected") return [draft, receipt];
    const strength = strengths.get(receipt.record.id) ?? receipt.record.strength;
    return [draft, { ...receipt, record: { ...receipt.record, strength } }];
  });
  return new Map(shown);
}

/**
 * Ids of what was there before and was said again. An input with an idempotency key may be the
 * replay of one that strengthened it already.
 */
function duplicatesToTouch(
  before: ReadonlyMap<Draft, MemoryRecord>,
  puts: readonly Put[],
): ReadonlySet<string> {
  if (before.size === 0 && puts.every(({ applied }) => applied)) return new Set();
  const written = new Set<string>();
  const said = [...before].map(([{ input }, record]) => ({ input, record }));
  for (const { draft, applied, record } of puts) {
    if (applied) written.add(record.id);
    else if (!written.has(record.id)) said.push({ input: draft.input, record });
  }
  const counted = said.filter(({ input }) => input.idempotencyKey === undefined);
  return new Set(counted.map(({ record }) => record.id));
}

/** Strengthens; once something is written, that cannot fail the call any more. */
async function touch(
  engine: Engine,
  ids: ReadonlySet<string>,
  { isWritten, ...call }: ScopeCall & { readonly isWritten: boolean },
): Promise<ReadonlyMap<string, Strength>> {
  try {
    return await touchDuplicates(engine, ids, call);
  } catch (error) {
    if (!isWritten) throw error;
    engine.logger.error("duplicates could not be strengthened", { error });
    return new Map();
  }
}

/** Those of the written ones that are to be found by meaning and are not yet. */
async function withoutVector(
  engine: Engine,
  puts: readonly Put[],
  { signal }: ScopeCall,
): Promise<readonly Put[]> {
  if (engine.embedders.length === 0 && engine.embedding === "inline") return [];
  const missing = puts.filter(({ applied, search, draft }) => {
    const lostVectors = typeof search === "object" && search.vectors.length === 0;
    return applied && search !== "none" && !draft.hasVector && (draft.isQueued || lostVectors);
  });
  // A next version with the text that was there has kept its vectors.
  const [first, next] = [false, true].map((isNext) =>
    missing.filter(({ record }) => record.version > 1 === isNext),
  );
  if (!first || !next || next.length === 0) return missing;
  try {
    const left = await withoutFoundVector(
      engine,
      next.map(({ record }) => record),
      { signal },
    );
    return [...first, ...next.filter(({ record }) => left.includes(record))];
  } catch (error) {
    engine.logger.warn("what has its vector could not be read; it is looked at again later", {
      error,
    });
    return missing;
  }
}
