import {
  AutoModel,
  AutoModelForSequenceClassification,
  AutoTokenizer,
} from "@huggingface/transformers";
import type { PreTrainedTokenizer, Tensor } from "@huggingface/transformers";

import type { TokenInput } from "./reference-network.ts";

/** A made model, as the real library runs it. */
export interface OpenModel extends AsyncDisposable {
  readonly tokenizer: PreTrainedTokenizer;
  /** Runs the model on texts, or on pairs of them, padded to one length. */
  run(
    texts: readonly string[],
    pairs?: readonly string[],
  ): Promise<Readonly<Record<string, Tensor>>>;
  /** The tokens of one text or pair. */
  tokens(text: string, pair?: string): TokenInput;
}

/** Loads the model in `folder` with the library that embeds, without a network. */
export async function openModel(
  folder: string,
  options: { readonly scores?: boolean; readonly dtype?: "fp32" | "q8" } = {},
): Promise<OpenModel> {
  const { scores = false, dtype = "fp32" } = options;
  const kind = scores ? AutoModelForSequenceClassification : AutoModel;
  const tokenizer = await AutoTokenizer.from_pretrained(folder, { local_files_only: true });
  const model = await kind.from_pretrained(folder, {
    local_files_only: true,
    dtype,
    device: "cpu",
  });
  const encode = (texts: readonly string[], pairs?: readonly string[]): Record<string, Tensor> => {
    const both = pairs === undefined ? {} : { text_pair: [...pairs] };
    return tokenizer([...texts], { ...both, padding: true, truncation: true });
  };
  return {
    tokenizer,
    run: async (texts, pairs) => (await model(encode(texts, pairs))) as Record<string, Tensor>,
    tokens: (text, pair) => {
      const encoded = encode([text], pair === undefined ? undefined : [pair]);
      return { ids: numbers(encoded["input_ids"]), types: numbers(encoded["token_type_ids"]) };
    },
    [Symbol.asyncDispose]: async () => {
      await model.dispose();
    },
  };
}

/** All values of a tensor, row by row. */
export function numbers(tensor: Tensor | undefined): readonly number[] {
  return Array.from((tensor?.data ?? []) as ArrayLike<bigint | number>, Number);
}
