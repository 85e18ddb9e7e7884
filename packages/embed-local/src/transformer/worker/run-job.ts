import { encodePair, encodeText, type Encoded } from "./encode.js";
import { ModelFailure } from "./failure.js";
import { lengthBatches, runLimits } from "./length-batches.js";
import { runModel, type LoadedModel, type ModelOutput } from "./loaded-model.js";
import { poolRow } from "./pool.js";
import type { JobAnswer, ModelJob, PoolingSettings, ThreadSettings } from "./protocol.js";

/** The context of a job. */
export interface JobContext {
  readonly model: LoadedModel;
  readonly settings: ThreadSettings;
  /** Throws `JobCancelled` if the job was aborted. */
  readonly throwIfCancelled: () => void;
}

function encodeAll(job: ModelJob, { model, settings, throwIfCancelled }: JobContext): Encoded[] {
  const inputs = job.kind === "embed" ? job.texts : job.documents;
  return inputs.map((text, index) => {
    throwIfCancelled();
    if (job.kind === "embed") {
      return encodeText(model.tokenize, { text, index }, settings);
    }
    const pair = { query: job.query, document: text, name: `documents[${index}]` };
    return encodePair(model.tokenize, pair, settings);
  });
}

function checkDims(
  { dims, values }: ModelOutput,
  expected: readonly number[],
  { model, settings }: JobContext,
): void {
  const fits = dims.length === expected.length && dims.every((size, at) => size === expected[at]);
  if (fits && values.length === expected.reduce((a, b) => a * b, 1)) return;
  const { output } = settings;
  const message = `the output \`${output}\` of ${model.file} has the dimensions ${dims.join(" × ")}, not ${expected.join(" × ")}, which the manifest says.`;
  throw new ModelFailure(message);
}

async function embedBatch(
  batch: readonly Encoded[],
  pooling: PoolingSettings,
  context: JobContext,
): Promise<(Float32Array<ArrayBuffer> | undefined)[]> {
  const output = await runModel(context.model, batch);
  const lengths = batch.map(({ ids }) => ids.length);
  const width = Math.max(...lengths);
  const tokens = pooling.pooling === "none" ? [] : [width];
  checkDims(output, [batch.length, ...tokens, pooling.dimensions], context);
  return batch.map((_, row) => poolRow({ values: output.values, width, lengths }, row, pooling));
}

/** Scores each pair: the logit of "yes", less that of "no" if the model has both. */
async function scoreBatch(batch: readonly Encoded[], context: JobContext): Promise<Float32Array[]> {
  const output = await runModel(context.model, batch);
  const classes = output.dims[1] === 2 ? 2 : 1;
  checkDims(output, [batch.length, classes], context);
  return batch.map((_, row) => {
    const first = output.values[row * classes] ?? Number.NaN;
    const score = classes === 2 ? (output.values[row * 2 + 1] ?? Number.NaN) - first : first;
    return Float32Array.of(score);
  });
}

function isUsable(vector: Float32Array | undefined): vector is Float32Array<ArrayBuffer> {
  return vector?.every((value) => Number.isFinite(value)) ?? false;
}

/** Refuses rows without usable numbers. If other rows have some, the text is to blame. */
function checkNumbers(
  vectors: readonly (Float32Array | undefined)[],
  { model, settings }: JobContext,
): Float32Array<ArrayBuffer>[] {
  const usable = vectors.filter((vector) => isUsable(vector));
  if (usable.length === vectors.length) return usable;
  const index = vectors.findIndex((vector) => !isUsable(vector));
  const name = settings.pooling ? `texts[${index}]` : `documents[${index}]`;
  const message = `the model file ${model.file} answers ${name} with numbers that are not finite, or all zero.`;
  const isInput = usable.length > 0;
  const textIndex = isInput && settings.pooling ? index : undefined;
  throw new ModelFailure(message, { isInput, textIndex });
}

/** Runs a job: encodes, runs inputs of similar length together, and orders the answers. */
export async function runJob(job: ModelJob, context: JobContext): Promise<JobAnswer> {
  const encoded = encodeAll(job, context);
  const lengths = encoded.map(({ ids }) => ids.length);
  const found: (Float32Array | undefined)[] = Array.from({ length: encoded.length });
  const { pooling, quantization } = context.settings;
  for (const rows of lengthBatches(lengths, runLimits(quantization))) {
    context.throwIfCancelled();
    const batch = rows.map((row) => encoded[row] ?? { ids: [] });
    const answers = await (pooling
      ? embedBatch(batch, pooling, context)
      : scoreBatch(batch, context));
    for (const [index, row] of rows.entries()) found[row] = answers[index];
  }
  return { vectors: checkNumbers(found, context), tokens: lengths.reduce((a, b) => a + b, 0) };
}
