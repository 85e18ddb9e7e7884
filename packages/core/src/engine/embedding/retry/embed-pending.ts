import type { EmbedOp, WriteResult } from "../../../contracts/write-op.js";
import type { MemoryError } from "../../../errors/memory-error.js";
import { recordKey } from "../../../internal/record-key.js";
import type { RecordId } from "../../../model/record.js";
import type { Engine } from "../../engine.js";
import { textHash } from "../../write/search-entry.js";
import {
  embedForWriting,
  emitEmbedded,
  withoutFoundVector,
  writeVectors,
} from "../spaces/embed-for-writing.js";

/** Result of one try. */
export interface PendingResult {
  /** Records that have no vector yet, and may get one later. */
  readonly left: readonly RecordId[];
  /** Records that no embedder can embed, though one of them has embedded others. */
  readonly unfit: readonly RecordId[];
  /** Number of records that got their vectors. */
  readonly written: number;
  /** Why some are left. */
  readonly failure?: MemoryError | undefined;
}

/**
 * Embeds records as their text is now. Those that are gone, have a vector by now or get a new text
 * meanwhile are no longer pending.
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
    // A vector that recall does not ask for is not all that is to come.
    const { vectors = [], isFound: dequeue = false } = texts[index] ?? {};
    const ofText = { op: "embed", scope, id, textHash: textHash(record), dequeue } as const;
    return vectors.map((vector) => ({ ...ofText, vector }));
  });
  const write = (): Promise<readonly WriteResult[]> =>
    store.write([...spaceOps, ...ops], { signal });
  const results = ops.length > 0 ? await writeVectors(engine, write, { signal }) : [];
  const applied = ops.filter((_, index) => results[spaceOps.length + index]?.applied);
  const written = new Set(applied.map(recordKey));
  const missing = records.filter((_, index) => texts[index]?.isFound !== true);
  // An embedder that has never taken a text may be set up wrongly.
  const isProven = engine.embedders.some((embedder) => embedder.isProven);
  const unfit = records.filter((_, index) => isProven && texts[index]?.isUnfit === true);
  const left = missing.filter((record) => !unfit.includes(record));
  const embedded = records.filter(
    (record) => !missing.includes(record) && written.has(recordKey(record)),
  );
  emitEmbedded(engine, embedded);
  return { left, unfit, written: embedded.length, failure };
}
