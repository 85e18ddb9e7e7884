import type * as Transformers from "@huggingface/transformers";

import type { Encoded, Tokenize } from "./encode.js";
import { ModelFailure } from "./failure.js";
import { locateFiles } from "./locate-files.js";
import type { DownloadProgress, ThreadSettings } from "./protocol.js";

/** The library `@huggingface/transformers`. */
type Library = typeof Transformers;

const PEER = "@huggingface/transformers";
/** Node's message for this package, and not for one that it imports. */
const MISSING = `Cannot find package '${PEER}'`;

/** Output of a model for a batch. */
export interface ModelOutput {
  readonly values: Float32Array;
  /** `[rows, tokens, width]` or `[rows, width]`. */
  readonly dims: readonly number[];
}

/** The used part of the library's tensor. */
interface OutputTensor {
  readonly type: string;
  readonly data: unknown;
  readonly dims: readonly number[];
  to(type: string): OutputTensor;
}

/** The model itself: named tensors in, named tensors out. */
type Run = (inputs: Record<string, unknown>) => Promise<Record<string, OutputTensor | undefined>>;

/** A model in memory with its tokenizer. */
export interface LoadedModel {
  readonly library: Library;
  readonly run: Run;
  readonly tokenize: Tokenize;
  readonly padId: number;
  /** Name of the output that is read. */
  readonly output: string;
  /** Path of the weights, for messages. */
  readonly file: string;
}

/**
 * Loads a model from its files. Fetches missing ones first if that is allowed.
 * @throws `ModelFailure` naming what is missing or wrong.
 */
export async function loadModel(
  settings: ThreadSettings,
  onProgress: (progress: DownloadProgress) => void,
): Promise<LoadedModel> {
  const library = await loadLibrary();
  const folder = await locateFiles(settings, onProgress);
  const { quantization, output, threads } = settings;
  const file = `${folder}/${settings.files.find((name) => name.endsWith(".onnx")) ?? ""}`;
  try {
    const tokenizer = await library.AutoTokenizer.from_pretrained(folder);
    const run = (await library.AutoModel.from_pretrained(folder, {
      dtype: quantization,
      device: "cpu",
      // The runtime finds weights beside the file by itself.
      use_external_data_format: false,
      session_options: threads === undefined ? {} : { intraOpNumThreads: threads },
    })) as Run;
    const tokenize = tokenizer as unknown as Tokenize;
    const pad: unknown = tokenizer.pad_token_id;
    const padId = typeof pad === "number" ? pad : 0;
    return { library, run, tokenize, padId, output, file };
  } catch (cause) {
    const message = `the model in ${folder} cannot be loaded: a file is damaged, or the runtime does not know it. Look at the cause.`;
    throw new ModelFailure(message, { cause });
  }
}

/** Runs inputs together, each padded on its right to the longest. */
export async function runModel(
  model: LoadedModel,
  batch: readonly Encoded[],
): Promise<ModelOutput> {
  const { run, output, file } = model;
  const outputs = await run(toTensors(model, batch));
  const found = outputs[output];
  if (!found) {
    const message = `the model file ${file} has no output \`${output}\`, but ${Object.keys(outputs).join(", ")}.`;
    throw new ModelFailure(message);
  }
  const { data, dims } = found.type === "float32" ? found : found.to("float32");
  if (data instanceof Float32Array) return { values: data, dims };
  throw new ModelFailure(`the output \`${output}\` of ${file} has no numbers.`);
}

function toTensors(
  { library, padId }: LoadedModel,
  batch: readonly Encoded[],
): Record<string, unknown> {
  const width = Math.max(...batch.map(({ ids }) => ids.length));
  const size = batch.length * width;
  const ids = new BigInt64Array(size).fill(BigInt(padId));
  const mask = new BigInt64Array(size);
  const types = new BigInt64Array(size);
  for (const [row, encoded] of batch.entries()) {
    for (const [index, id] of encoded.ids.entries()) {
      ids[row * width + index] = BigInt(id);
      mask[row * width + index] = 1n;
      types[row * width + index] = BigInt(encoded.types?.[index] ?? 0);
    }
  }
  const tensor = (values: BigInt64Array): unknown =>
    new library.Tensor("int64", values, [batch.length, width]);
  // The library drops the types where a model does not take them.
  return { input_ids: tensor(ids), attention_mask: tensor(mask), token_type_ids: tensor(types) };
}

function failureOf(cause: unknown): ModelFailure {
  const isMissing =
    cause instanceof Error &&
    "code" in cause &&
    cause.code === "ERR_MODULE_NOT_FOUND" &&
    cause.message.startsWith(MISSING);
  const message = isMissing
    ? `transformer models need the package ${PEER}, which is not installed. Run: npm install ${PEER}@^4.3.1`
    : `the package ${PEER} cannot be loaded. There may be no native part of it for this platform, or its optional packages were left out when it was installed. Look at the cause.`;
  return new ModelFailure(message, { cause });
}

function refuse(): Promise<never> {
  return Promise.reject(new Error("nothing may be fetched here"));
}

/** Imports the optional peer and closes all of its ways to the network. */
async function loadLibrary(): Promise<Library> {
  let library: Library;
  try {
    library = await import("@huggingface/transformers");
  } catch (cause) {
    throw failureOf(cause);
  }
  const { env, LogLevel } = library;
  // At lower levels it logs inputs when a model fails.
  env.logLevel = LogLevel.NONE;
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.useFSCache = false;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.fetch = refuse;
  return library;
}
