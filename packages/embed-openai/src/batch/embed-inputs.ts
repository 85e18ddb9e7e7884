import type { EmbedResult } from "@kioku/core/toolkit";
import { planBatches } from "@kioku/core/toolkit";

import type { Gate } from "../async/gate.js";
import { linkedController } from "../async/linked-controller.js";
import type { BatchRun } from "./batch-run.js";
import { embedBatch } from "./embed-batch.js";
import type { Input } from "./input.js";

/** What a call brings along. */
export type Call = Pick<BatchRun, "settings" | "server" | "purpose"> & {
  /** Lets requests of all calls through. */
  readonly gate: Gate;
  readonly signals: readonly (AbortSignal | undefined)[];
};

/**
 * Embeds the inputs of one call in batches, several at once. The first batch that fails calls off
 * the others.
 */
export async function embedInputs(inputs: readonly Input[], call: Call): Promise<EmbedResult> {
  const { settings, gate, signals } = call;
  const { controller, unlink } = linkedController(signals);
  const { signal } = controller;
  const { maxBatchSize: maxSize, maxBatchTokens: maxTokens } = settings.limits;
  const batches = planBatches(
    inputs.map(({ tokens }) => tokens),
    { maxSize, maxTokens },
  );
  const vectors: (Float32Array | undefined)[] = Array.from({ length: inputs.length });
  const run: BatchRun = {
    ...call,
    signal,
    vectors,
    width: settings.dimensions,
    tokens: undefined,
  };
  const waiting = batches.values();

  async function work(): Promise<void> {
    for (const { start, end } of waiting) {
      await gate.run(() => embedBatch(inputs.slice(start, end), run), signal);
    }
  }

  try {
    const workers = Math.min(settings.maxConcurrency, batches.length);
    await Promise.all(Array.from({ length: workers }, work));
  } catch (error) {
    controller.abort(error);
    throw error;
  } finally {
    unlink();
  }
  const found = vectors.filter((vector) => vector !== undefined);
  return run.tokens === undefined ? { vectors: found } : { vectors: found, tokens: run.tokens };
}
