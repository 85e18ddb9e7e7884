import type { SpaceVector, SearchEntry, WriteOp, WriteResult } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { delay } from "../../internal/async/timers.js";
import type { CallOptions } from "../../model/call-options.js";
import { embedAt } from "../embedding/queue/queue-options.js";
import type { Engine } from "../engine.js";
import { embedAgain, embedFirst, type RememberCall } from "./embed-inputs.js";
import { requireSameInput } from "./find-duplicates.js";
import { planWrite } from "./plan-write.js";
import { contentHash } from "./search-entry.js";
import type { CheckedInput, EmbeddedBatch, WrittenBatch } from "./stages.js";
import { queueNames } from "./write-queue.js";

/** Embeds, compares, plans and writes. A lost race is planned anew from what the winner wrote. */
export async function writeInputs(
  engine: Engine,
  inputs: readonly CheckedInput[],
  call: RememberCall,
): Promise<WrittenBatch> {
  const batch = await embedFirst(engine, inputs, call);
  const named = call.ifVersion === undefined ? batch.inputs.filter(namesRecord) : [];
  if (named.length === 0) return writeEmbedded(engine, batch, call);
  const names = queueNames(call.scope, {
    ids: named.flatMap(({ input }) => input.supersedes ?? []),
    keys: named.flatMap(({ input }) => input.key ?? []),
    idempotencyKeys: named.flatMap(({ input }) => input.idempotencyKey ?? []),
  });
  return engine.writeQueue.run(names, call.signal, async (hasWaited) => {
    const fresh = hasWaited ? await embedAgain(engine, batch, { ...call, isFirst: true }) : batch;
    return writeEmbedded(engine, fresh, call);
  });
}

/** Returns true for an input that may change a record or be the replay of another one. */
function namesRecord({ input: { supersedes = [], key, idempotencyKey } }: CheckedInput): boolean {
  return supersedes.length > 0 || key !== undefined || idempotencyKey !== undefined;
}

async function writeEmbedded(
  engine: Engine,
  first: EmbeddedBatch,
  call: RememberCall,
): Promise<WrittenBatch> {
  const { scope, signal, ifVersion, own } = call;
  let batch = first;
  let lostIds: readonly string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const { known, failure } = batch;
    const plan = await planWrite(engine, batch, { ...call, now: engine.clock() });
    if (plan.puts.length === 0) return { ...plan, ops: [], results: [], known, failure };
    let written: Written;
    try {
      written = await writeFitting(engine, plan.ops, { signal, isStrict: own !== undefined });
    } catch (error) {
      const ids = plan.puts.flatMap(({ op }) => (op.change === "created" ? op.record.id : []));
      // New ids that repeat are no other writer's fault: another attempt would fail as well.
      if (ids.some((id) => lostIds.includes(id))) throw error;
      lostIds = ids;
      await backOff(engine, { error, attempt, ifVersion, signal });
      batch = await embedAgain(engine, batch, { ...call, isFirst: false });
      continue;
    }
    if (written.misfit) engine.events.degrade(written.misfit, { scope, during: "remember" });
    const { ops, results, misfit } = written;
    await requireSameReplays(engine, { puts: plan.puts, results }, { signal });
    return { ...plan, ops, results, known, failure: failure ?? misfit };
  }
}

/** Refuses another content that another process wrote under the same idempotency keys. */
async function requireSameReplays(
  engine: Engine,
  { puts, results }: Pick<WrittenBatch, "puts" | "results">,
  { signal }: CallOptions,
): Promise<void> {
  for (const { input, op, opIndex } of puts) {
    const { applied = false, record } = results[opIndex] ?? {};
    if (applied || !record || op.idempotencyKey === undefined) continue;
    if (contentHash(record) === op.contentHash) continue;
    await requireSameInput(engine, { input: input.input, record }, { signal });
  }
}

/** Attempts to plan a write anew because others wrote the same record in between. */
const MAX_ATTEMPTS = 64;
/** Attempts that follow at once. A write that loses more often waits before the next. */
const ATTEMPTS_AT_ONCE = 8;
/** Attempts in which the longest delay doubles, from 1 ms on. */
const ATTEMPTS_TO_DOUBLE = 4;
const MAX_DELAY_MS = 512;

interface FailedWrite extends Pick<RememberCall, "ifVersion" | "signal"> {
  readonly error: unknown;
  /** 1 for the first. */
  readonly attempt: number;
}

/** Waits until a write that lost a race may be planned anew; throws any other failure. */
export async function backOff(engine: Engine, failed: FailedWrite): Promise<void> {
  const { error, attempt, ifVersion, signal } = failed;
  if (!MemoryError.is(error, "conflict") || ifVersion !== undefined) throw error;
  if (attempt >= MAX_ATTEMPTS) {
    const problem = `other writers changed the record ${MAX_ATTEMPTS} times while this one tried`;
    throw new MemoryError("conflict", `${problem}; try again`, { retryable: true });
  }
  if (attempt < ATTEMPTS_AT_ONCE) return;
  const longestMs = 2 ** ((attempt - ATTEMPTS_AT_ONCE) / ATTEMPTS_TO_DOUBLE);
  const delayMs = engine.random() * Math.min(longestMs, MAX_DELAY_MS);
  await delay(engine.schedule, delayMs, signal);
}

/** Ops as they were written, and their results. */
export interface Written {
  readonly ops: readonly WriteOp[];
  readonly results: readonly WriteResult[];
  /** Present: vectors were left out, because the store's are of another width. */
  readonly misfit?: MemoryError;
}

/** Writes. If another process has just begun a space of another width, vectors are left out. */
export async function writeFitting(
  engine: Engine,
  ops: readonly WriteOp[],
  { signal, isStrict = false }: CallOptions & { readonly isStrict?: boolean },
): Promise<Written> {
  const { store, embedders } = engine;
  try {
    const results = await store.write(ops, { signal });
    const used = ops.flatMap((op) => entryOf(op)?.vectors.map(({ space }) => space) ?? []);
    for (const embedder of embedders) embedder.learnWidth(used);
    return { ops, results };
  } catch (error) {
    if (isStrict || !MemoryError.is(error, "vector-space-mismatch")) throw error;
    const spaces = await store.spaces({ signal });
    for (const embedder of embedders) embedder.learnWidth(spaces);
    const fitting = withoutMisfits(ops, spaces, embedAt(engine));
    const results = await store.write(fitting, { signal });
    const problem = "the embedder answered vectors of another width than those in the store";
    const misfit = new MemoryError("embedder-failed", problem, { cause: error });
    return { ops: fitting, results, misfit };
  }
}

function entryOf(op: WriteOp): SearchEntry | undefined {
  const search = op.op === "put" || op.op === "restore" ? op.search : "none";
  return typeof search === "object" ? search : undefined;
}

/** Leaves out misfits. Where the store knows no width yet, that of the first vector counts. */
function withoutMisfits(
  ops: readonly WriteOp[],
  spaces: readonly SpaceVector["space"][],
  at: Date | undefined,
): readonly WriteOp[] {
  const widths = new Map(spaces.map(({ id, dimensions }) => [id, dimensions]));
  const fits = ({ space }: SpaceVector): boolean => {
    const width = widths.get(space.id) ?? space.dimensions;
    widths.set(space.id, width);
    return width === space.dimensions;
  };
  return ops.map((op) => {
    if (op.op === "space") {
      const { id, dimensions } = op.space;
      return { ...op, space: { id, dimensions: widths.get(id) ?? dimensions } };
    }
    const search = entryOf(op);
    if (!search || (op.op !== "put" && op.op !== "restore")) return op;
    const vectors = search.vectors.filter((one) => fits(one));
    const isLost = vectors.length === 0 && search.vectors.length > 0;
    return { ...op, search: { ...search, vectors, ...(isLost && at ? { embedAt: at } : {}) } };
  });
}
