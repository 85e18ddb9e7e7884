import type { SpaceVector, VectorSpace } from "../../contracts/vector-space.js";
import type { SearchEntry, WriteOp, WriteResult } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { CallOptions } from "../../model/call-options.js";
import { embedAt } from "../embedding/queue/embed-at.js";
import type { Engine } from "../engine.js";

/** What was written. */
export interface Written {
  /** As they were written. */
  readonly ops: readonly WriteOp[];
  readonly results: readonly WriteResult[];
  /** Present: vectors were left out, because the store's are of another width. */
  readonly misfit?: MemoryError;
}

/** How a vector that does not fit is dealt with. */
interface FittingCall extends CallOptions {
  /** Reject instead of leaving it out: who brings vectors wants them written. Default false. */
  readonly isStrict?: boolean;
}

/**
 * Writes; a vector that is not as wide as its space costs its record the vector and not the text.
 * Core refuses such a vector before, unless another process began the space a moment ago.
 */
export async function writeFitting(
  engine: Engine,
  ops: readonly WriteOp[],
  { signal, isStrict = false }: FittingCall,
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
    const fitting = withoutMisfits(ops, { spaces, embedAt: embedAt(engine) });
    const results = await store.write(fitting, { signal });
    return { ops: fitting, results, misfit: misfitError(error) };
  }
}

function misfitError(cause: MemoryError): MemoryError {
  return new MemoryError(
    "embedder-failed",
    "the embedder answered vectors of another width than those in the store",
    { cause },
  );
}

function entryOf(op: WriteOp): SearchEntry | undefined {
  const search = op.op === "put" || op.op === "restore" ? op.search : "none";
  return typeof search === "object" ? search : undefined;
}

/** Where the store knows no width yet, that of the first vector counts. */
function withoutMisfits(
  ops: readonly WriteOp[],
  {
    spaces,
    embedAt: at,
  }: { readonly spaces: readonly VectorSpace[]; readonly embedAt: Date | undefined },
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
