import type { Encoded, Tokenize } from "./encode.js";
import { loadLibrary } from "./load-library.js";
import type { Library } from "./load-library.js";
import { locateFiles } from "./locate-files.js";
import { ModelFailure } from "./model-failure.js";
import type { DownloadProgress, ThreadSettings } from "./protocol.js";

/** What a model answers for a batch. */
export interface ModelOutput {
  readonly values: Float32Array;
  /** `[rows, tokens, width]` or `[rows, width]`. */
  readonly dims: readonly number[];
}

/** A tensor of the library, as far as it is used. */
interface OutputTensor {
  readonly type: string;
  readonly data: unknown;
  readonly dims: readonly number[];
  to(type: string): OutputTensor;
}

/** The model itself: named tensors in, named tensors out. */
type Run = (inputs: Record<string, unknown>) => Promise<Record<string, OutputTensor | undefined>>;

/** A model that is in memory, with its tokenizer. */
export class LoadedModel {
  readonly tokenize: Tokenize;
  readonly #library: Library;
  readonly #run: Run;
  readonly #padId: number;
  readonly #output: string;
  /** Where the weights are, for messages. */
  readonly file: string;

  constructor(parts: {
    readonly library: Library;
    readonly run: Run;
    readonly tokenize: Tokenize;
    readonly padId: number;
    readonly output: string;
    readonly file: string;
  }) {
    this.#library = parts.library;
    this.#run = parts.run;
    this.tokenize = parts.tokenize;
    this.#padId = parts.padId;
    this.#output = parts.output;
    this.file = parts.file;
  }

  /** Runs inputs together, each padded on its right to the longest. */
  async run(batch: readonly Encoded[]): Promise<ModelOutput> {
    const outputs = await this.#run(this.#inputs(batch));
    const found = outputs[this.#output];
    if (!found) {
      const message = `the model file ${this.file} has no output \`${this.#output}\`, but ${Object.keys(outputs).join(", ")}.`;
      throw new ModelFailure(message);
    }
    const tensor = found.type === "float32" ? found : found.to("float32");
    if (!(tensor.data instanceof Float32Array)) {
      throw new ModelFailure(`the output \`${this.#output}\` of ${this.file} has no numbers.`);
    }
    return { values: tensor.data, dims: tensor.dims };
  }

  #inputs(batch: readonly Encoded[]): Record<string, unknown> {
    const width = Math.max(...batch.map(({ ids }) => ids.length));
    const size = batch.length * width;
    const ids = new BigInt64Array(size).fill(BigInt(this.#padId));
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
      new this.#library.Tensor("int64", values, [batch.length, width]);
    const inputs = { input_ids: tensor(ids), attention_mask: tensor(mask) };
    // The library leaves it out where a model does not take it.
    return { ...inputs, token_type_ids: tensor(types) };
  }
}

/**
 * Reads a model from its files, which are fetched first if they are missing and that is allowed.
 *
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
    const padId: unknown = tokenizer.pad_token_id;
    return new LoadedModel({
      library,
      run,
      tokenize,
      padId: typeof padId === "number" ? padId : 0,
      output,
      file,
    });
  } catch (cause) {
    const message = `the model in ${folder} cannot be loaded: a file is damaged, or the runtime does not know it. Look at the cause.`;
    throw new ModelFailure(message, { cause });
  }
}
