import type { ReindexOptions } from "../../api/memory-root.js";
import { MemoryError } from "../../errors/memory-error.js";
import { safeProgress } from "../../internal/async/notify.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import { checkFunction } from "../../internal/check/check.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import { checkEmbedQueued } from "../embedding/queue/check-queue-options.js";
import { drainOnce, newWorkerState } from "../embedding/queue/drain-queue.js";
import { fillSpace } from "../embedding/spaces/fill-space.js";
import { takeOver } from "../embedding/spaces/take-over.js";
import type { Engine } from "../engine.js";

/** How often in a row nothing could be added because every record had changed in between. */
const MAX_VAIN_PASSES = 16;

/** Fills the first embedder's space, and lets it take over when nothing is missing. */
export async function reindex(engine: Engine, options: ReindexOptions): Promise<number> {
  checkCallOptions(options, ["onProgress"]);
  const { signal, onProgress } = options;
  if (onProgress !== undefined) checkFunction(onProgress, "options.onProgress");
  const tellProgress = safeProgress(onProgress, engine.logger);
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
      tellProgress?.(written, Math.max(written, total));
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
    // What was under way to the old space only when this one took over.
    await fill(await countMissing());
    await settleQueue(engine, { signal });
    return written;
  });
}

/**
 * What waits in the queue has its vectors now, what was given up included, and is only taken off
 * it.
 */
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
