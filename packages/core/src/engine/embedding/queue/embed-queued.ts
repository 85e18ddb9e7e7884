import type { EmbedQueuedOptions, EmbedQueuedReport } from "../../../api/memory-root.js";
import type { Engine } from "../../engine.js";
import { checkEmbedQueued } from "./check-queue-options.js";
import { drainOnce, newWorkerState } from "./drain-queue.js";
import { requireWorker } from "./require-queue.js";

/** Embeds what is due, once. */
export async function embedQueued(
  engine: Engine,
  options: EmbedQueuedOptions,
): Promise<EmbedQueuedReport> {
  const work = checkEmbedQueued(options);
  const queue = requireWorker(engine);
  return engine.lifecycle.run(work.signal, async () => {
    if (options.retryDead === true) await queue.revive(engine.clock(), work);
    const drained = await drainOnce(engine, work, newWorkerState(engine));
    const { embedded, delayed, dead } = drained;
    return { embedded, delayed, dead };
  });
}
