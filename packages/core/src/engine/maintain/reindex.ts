import type { ReindexOptions } from "../../api/memory-root.js";
import type { Embedder } from "../../contracts/embedder.js";
import type { SpaceOp } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { safeProgress } from "../../internal/async/notify.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import { checkFunction } from "../../internal/check/check.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import { drainOnce, newWorkerState } from "../embedding/queue/drain-queue.js";
import { checkEmbedQueued } from "../embedding/queue/queue-options.js";
import { fillSpace } from "../embedding/spaces/fill-space.js";
import type { Engine } from "../engine.js";

/** Passes in a row that may add nothing because every record changed in between. */
const MAX_VAIN_PASSES = 16;

/** Fills the first embedder's space, and lets it take over when nothing is missing. */
export async function reindex(engine: Engine, options: ReindexOptions): Promise<number> {
  checkCallOptions(options, ["onProgress"]);
  const { signal, onProgress } = options;
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  const reportProgress = safeProgress(onProgress, engine.logger);
  return engine.lifecycle.run(signal, async () => {
    const { store } = engine;
    const [embedder] = engine.embedders;
    if (!embedder) {
      throw new MemoryError("invalid-input", "reindex needs an embedder: pass one to createMemory");
    }
    const countMissing = (): Promise<number> => store.countMissingVectors(embedder.id, { signal });
    const total = await countMissing();
    let written = 0;
    const onWritten = (count: number): void => {
      written += count;
      reportProgress?.(written, Math.max(written, total));
    };
    const fill = async (missing: number): Promise<void> => {
      let vain = 0;
      for (let left = missing; left > 0; left = await countMissing()) {
        if (vain === MAX_VAIN_PASSES) throw neverStill(left);
        const added = await fillSpace(engine, embedder, { signal, onWritten });
        vain = added === 0 ? vain + 1 : 0;
      }
    };
    await fill(total);
    await takeOver(engine, embedder, { signal });
    // Writes may have been under way to the old space only.
    await fill(await countMissing());
    await settleQueue(engine, { signal });
    return written;
  });
}

/** Takes all jobs off the queue, dead ones too: they have their vectors now. */
async function settleQueue(engine: Engine, { signal }: CallOptions): Promise<void> {
  const { queue } = engine.store;
  if (!queue) return;
  await queue.revive(engine.clock(), { signal });
  const state = { ...newWorkerState(engine), batchSize: MAX_LIMIT };
  await drainOnce(engine, checkEmbedQueued({ signal }), state);
}

function neverStill(left: number): MemoryError {
  return new MemoryError(
    "conflict",
    `${left} records changed each time while they were embedded; run reindex() again when less is written`,
    { retryable: true },
  );
}

/**
 * Lets recall ask only the space of this embedder, in one batch. Spaces that other memories are
 * filling stay `building`.
 */
async function takeOver(
  { store }: Engine,
  { id, dimensions }: Embedder,
  { signal }: CallOptions,
): Promise<void> {
  const spaces = await store.spaces({ signal });
  const own = spaces.find((space) => space.id === id);
  const others = spaces.filter((space) => space.state === "ready" && space.id !== id);
  const width = own?.dimensions ?? dimensions;
  const isDone = others.length === 0 && (own === undefined || own.state === "ready");
  // Without a width nothing was ever embedded; the first write says it.
  if (isDone || width === undefined) return;
  const ops: readonly SpaceOp[] = [
    { op: "space", space: { id, dimensions: width }, state: "ready" },
    ...others.map((other): SpaceOp => {
      const space = { id: other.id, dimensions: other.dimensions };
      return { op: "space", space, state: "retired" };
    }),
  ];
  await store.write(ops, { signal });
}
