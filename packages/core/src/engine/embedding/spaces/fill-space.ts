import type { Embedder } from "../../../contracts/embedder.js";
import { eachPage } from "../../../contracts/store-helpers.js";
import type { SpaceVector } from "../../../contracts/vector-space.js";
import type { EmbedOp } from "../../../contracts/write-op.js";
import { embedTexts, textsAtOnce } from "../../../embedding/embed-texts.js";
import { MemoryError } from "../../../errors/memory-error.js";
import type { CallOptions } from "../../../model/call-options.js";
import { MAX_LIMIT } from "../../../model/limits.js";
import type { MemoryRecord } from "../../../model/record.js";
import type { Engine } from "../../engine.js";
import { textHash } from "../../write/search-entry.js";
import { chooseEmbedders } from "./choose-embedders.js";
import { startSpace } from "./embed-for-writing.js";

/** Records made durable together are as many as are embedded at once, but not fewer than this. */
const LEAST_PAGE = 16;

interface FillCall extends CallOptions {
  /** Called after each batch that is durable, with the number of vectors in it. */
  readonly onWritten: (count: number) => void;
}

/**
 * Adds the missing vectors of this embedder to all searchable records, in one pass. Returns the
 * number of vectors written.
 * @throws `embedder-failed` after the pass if texts failed, or as soon as a whole page did.
 */
export async function fillSpace(
  engine: Engine,
  embedder: Embedder,
  { signal, onWritten }: FillCall,
): Promise<number> {
  const spaces = await engine.store.spaces({ signal });
  const { starting, asked } = chooseEmbedders(engine.embedders, spaces);
  const dequeue = asked.includes(embedder);
  let failure: MemoryError | undefined;
  const unfit: string[] = [];
  let written = 0;
  for await (const records of pagesWithoutVector(engine, embedder, { signal })) {
    if (records.length === 0) continue;
    const texts = records.map((record) => record.content);
    const embedded = await embedTexts(embedder, texts, { purpose: "document", signal });
    const ops = toOps(records, embedded.vectors, { dequeue });
    const [first] = ops;
    if (first) {
      const before = starting === embedder ? [startSpace(first.vector.space)] : [];
      const results = await engine.store.write([...before, ...ops], { signal });
      const added = results.slice(before.length).filter(({ applied }) => applied).length;
      written += added;
      onWritten(added);
    }
    unfit.push(...records.filter((_, index) => embedded.unfit.has(index)).map(({ id }) => id));
    const hasFailed = embedded.vectors.filter((one) => !one).length > embedded.unfit.size;
    if (hasFailed) failure ??= embedded.failure;
    if (hasFailed && !first) break;
  }
  if (failure) throw failure;
  if (unfit.length > 0) throw cannotEmbed(embedder, unfit);
  return written;
}

function cannotEmbed({ id }: Embedder, records: readonly string[]): MemoryError {
  const some = records.slice(0, 10).join(", ");
  return new MemoryError(
    "embedder-failed",
    `embedder ${id} cannot embed the texts of ${records.length} records (${some}): shorten, forget or divide them, or choose an embedder that takes them; all others have their vectors`,
  );
}

function pagesWithoutVector(
  { store }: Engine,
  embedder: Embedder,
  { signal }: CallOptions,
): AsyncGenerator<readonly MemoryRecord[]> {
  const limit = Math.min(Math.max(textsAtOnce(embedder), LEAST_PAGE), MAX_LIMIT);
  const everything = { within: [[]], reach: "below", includeArchived: true } as const;
  const order = { orderBy: "createdAt", order: "asc", limit } as const;
  const request = { ...everything, ...order, missingVectorIn: embedder.id };
  return eachPage((cursor) => store.list({ ...request, cursor }, { signal }));
}

function toOps(
  records: readonly MemoryRecord[],
  vectors: readonly (SpaceVector | undefined)[],
  { dequeue }: { readonly dequeue: boolean },
): readonly EmbedOp[] {
  return records.flatMap((record, index): readonly EmbedOp[] => {
    const vector = vectors[index];
    const { scope, id } = record;
    const ofText = { scope, id, textHash: textHash(record) };
    return vector ? [{ op: "embed", ...ofText, vector, dequeue }] : [];
  });
}
