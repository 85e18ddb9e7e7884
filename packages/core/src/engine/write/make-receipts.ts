import type { Receipt } from "../../api/inputs.js";
import type { PutOp } from "../../contracts/write-op.js";
import type { CallOptions } from "../../model/call-options.js";
import type { MemoryRecord, Strength } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { withoutFoundVector } from "../embedding/spaces/embed-for-writing.js";
import type { Engine } from "../engine.js";
import { touchRecords } from "./mark-used.js";
import type { CheckedInput, EmbeddedInput, WrittenBatch } from "./stages.js";

/** The inputs of a call, the records that were known before, and what was written. */
export interface Outcome {
  readonly inputs: readonly CheckedInput[];
  readonly known: ReadonlyMap<number, MemoryRecord>;
  readonly written: WrittenBatch;
}

/** A planned input, and what the store made of it. */
interface Put {
  readonly input: EmbeddedInput;
  readonly search: PutOp["search"];
  readonly applied: boolean;
  readonly record: MemoryRecord;
}

/** Reasons why something is queued, where nothing failed. */
const REASONS: Readonly<Record<Engine["embedding"], string>> = {
  inline: "no embedder gave a vector",
  queued: "embedding is left to workers",
};

type ScopeCall = CallOptions & { readonly scope: Scope };

/** Builds one receipt per input; strengthens duplicates and schedules embedding retries. */
export async function makeReceipts(
  engine: Engine,
  { inputs, known, written }: Outcome,
  call: ScopeCall,
): Promise<ReadonlyMap<number, Receipt>> {
  const { puts: planned, ops, results, failure } = written;
  const puts = planned.map(({ input, op, opIndex }): Put => {
    const { applied, record = op.record } = results[opIndex] ?? { applied: false };
    const asWritten = ops[opIndex] ?? op;
    return {
      input,
      search: asWritten.op === "put" ? asWritten.search : op.search,
      applied,
      record,
    };
  });
  const receipts = new Map<number, Receipt>();
  for (const [index, reason] of written.untrusted) {
    receipts.set(index, { status: "rejected", by: "trust", reason });
  }
  const before = new Map([...known, ...written.known]);
  const touched = await touchDuplicates(engine, { inputs, before, puts }, call);
  for (const [index, record] of before) receipts.set(index, { status: "duplicate", record });
  const queued = new Set(await withoutVector(engine, puts, call));
  if (queued.size > 0) engine.retry.add([...queued].map(({ record }) => record));
  const reason = failure?.message ?? REASONS[engine.embedding];
  for (const put of puts) {
    const { input, applied, record } = put;
    if (!applied) receipts.set(input.index, { status: "duplicate", record });
    else if (queued.has(put)) receipts.set(input.index, { status: "queued", record, reason });
    else receipts.set(input.index, { status: "stored", record });
  }
  for (const [index, first] of written.repeats) {
    const receipt = receipts.get(first);
    if (!receipt || receipt.status === "rejected") continue;
    receipts.set(index, { status: "duplicate", record: receipt.record });
  }
  return touched.size === 0 ? receipts : withStrengths(receipts, touched);
}

/** Shows a new strength in all receipts of its record. */
function withStrengths(
  receipts: ReadonlyMap<number, Receipt>,
  strengths: ReadonlyMap<string, Strength>,
): ReadonlyMap<number, Receipt> {
  const shown = [...receipts].map(([index, receipt]): readonly [number, Receipt] => {
    if (receipt.status === "rejected") return [index, receipt];
    const strength = strengths.get(receipt.record.id) ?? receipt.record.strength;
    return [index, { ...receipt, record: { ...receipt.record, strength } }];
  });
  return new Map(shown);
}

interface Before extends Pick<Outcome, "inputs"> {
  readonly before: ReadonlyMap<number, MemoryRecord>;
  readonly puts: readonly Put[];
}

/** Strengthens the records that were said again. Once something is written, this cannot fail. */
async function touchDuplicates(
  engine: Engine,
  { inputs, before, puts }: Before,
  call: ScopeCall,
): Promise<ReadonlyMap<string, Strength>> {
  if (before.size === 0 && puts.every(({ applied }) => applied)) return new Map();
  // An input with an idempotency key may be the replay of one that strengthened it already.
  const replays = new Set(
    inputs.flatMap(({ input, index }) => (input.idempotencyKey === undefined ? [] : index)),
  );
  const said = new Set([...before].flatMap(([index, { id }]) => (replays.has(index) ? [] : id)));
  const written = new Set<string>();
  for (const { input, applied, record } of puts) {
    if (applied) written.add(record.id);
    else if (!written.has(record.id) && !replays.has(input.index)) said.add(record.id);
  }
  if (said.size === 0) return new Map();
  try {
    return await touchRecords(engine, [...said], call);
  } catch (error) {
    if (!puts.some(({ applied }) => applied)) throw error;
    engine.logger.error("duplicates could not be strengthened", { error });
    return new Map();
  }
}

/** Returns the written records that are to be found by meaning and are not yet. */
async function withoutVector(
  engine: Engine,
  puts: readonly Put[],
  { signal }: ScopeCall,
): Promise<readonly Put[]> {
  if (engine.embedders.length === 0 && engine.embedding === "inline") return [];
  const missing = puts.filter(({ applied, search, input: { isKept, isQueued } }) => {
    const lostVectors = typeof search === "object" && search.vectors.length === 0;
    return applied && search !== "none" && !isKept && (isQueued || lostVectors);
  });
  // A next version with the text that was there has kept its vectors.
  const isNext = ({ record }: Put): boolean => record.version > 1;
  const next = missing.filter(isNext);
  if (next.length === 0) return missing;
  try {
    const records = next.map(({ record }) => record);
    const left = new Set(await withoutFoundVector(engine, records, { signal }));
    const created = missing.filter((put) => !isNext(put));
    return [...created, ...next.filter(({ record }) => left.has(record))];
  } catch (error) {
    engine.logger.warn("vectors could not be read; they are checked again later", { error });
    return missing;
  }
}
