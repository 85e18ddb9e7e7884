import type { EmbedOp, WriteOp, WriteResult } from "../../../contracts/write-op.js";
import { MemoryError } from "../../../errors/memory-error.js";
import type { RecordId } from "../../../model/record.js";
import { scopeToPath } from "../../../model/scope.js";
import type { Engine } from "../../engine.js";
import { textHash } from "../../write/search-entry.js";
import { embedForWriting } from "../spaces/embed-for-writing.js";
import { withoutFoundVector } from "../spaces/without-found-vector.js";

/** What one try came to. */
export interface PendingResult {
  /** Those that still have no vector, and may get one later. */
  readonly left: readonly RecordId[];
  /** Those whose texts no embedder can embed, where one of them has embedded others. */
  readonly unfit: readonly RecordId[];
  /** How many vectors were written. */
  readonly written: number;
  /** Why some are left. */
  readonly failure?: MemoryError | undefined;
}

/**
 * Embeds the records named, as their text is now, and writes the vectors bound to that text.
 * Records that are gone, have a vector by now or get a new text meanwhile are no longer pending:
 * who wrote the new text sees to its vector.
 */
export async function embedPending(
  engine: Engine,
  refs: readonly RecordId[],
  signal: AbortSignal,
): Promise<PendingResult> {
  const { store } = engine;
  const found = await store.get(refs, { now: engine.clock(), signal });
  const present = found.filter((record) => record !== undefined);
  const records = await withoutFoundVector(engine, present, { signal });
  if (records.length === 0) return { left: [], unfit: [], written: 0 };
  const contents = records.map(({ content }) => content);
  const { texts, failure, spaceOps } = await embedForWriting(engine, contents, { signal });
  const ops = records.flatMap((record, index): readonly EmbedOp[] => {
    const { scope, id } = record;
    const vectors = texts[index]?.vectors ?? [];
    return vectors.map((vector) => ({
      op: "embed",
      scope,
      id,
      textHash: textHash(record),
      vector,
      // A vector that recall does not ask for is not all that is to come.
      dequeue: texts[index]?.isFound === true,
    }));
  });
  const results = ops.length > 0 ? await write(engine, [...spaceOps, ...ops], signal) : [];
  const applied = ops.filter((_, index) => results[spaceOps.length + index]?.applied);
  const missing = records.filter((_, index) => texts[index]?.isFound !== true);
  // One that has never taken a text may be set up wrongly, and be mended.
  const isProven = engine.embedders.some((embedder) => embedder.isProven);
  const unfit = records.filter((_, index) => isProven && texts[index]?.isUnfit === true);
  const left = missing.filter((record) => !unfit.includes(record));
  const embedded = records.filter(
    (record) => !missing.includes(record) && applied.some((op) => isSame(op, record)),
  );
  tell(engine, embedded);
  return { left, unfit, written: embedded.length, failure };
}

/** A vector that does not fit its space is refused the next time, before it gets here. */
async function write(
  { store, embedders }: Engine,
  ops: readonly WriteOp[],
  signal: AbortSignal,
): Promise<readonly WriteResult[]> {
  try {
    return await store.write(ops, { signal });
  } catch (error) {
    if (MemoryError.is(error, "vector-space-mismatch")) {
      const spaces = await store.spaces({ signal });
      for (const embedder of embedders) embedder.learnWidth(spaces);
    }
    throw error;
  }
}

function tell({ events }: Engine, embedded: readonly RecordId[]): void {
  const byScope = Map.groupBy(embedded, ({ scope }) => scopeToPath(scope));
  for (const refs of byScope.values()) {
    events.emit("embedded", { scope: refs[0]?.scope ?? [], ids: refs.map(({ id }) => id) });
  }
}

function isSame(a: RecordId, b: RecordId): boolean {
  return a.id === b.id && scopeToPath(a.scope) === scopeToPath(b.scope);
}
