import type { PlayedServer, Refusal } from "../played.js";
import { serverTokens } from "../server-tokens.js";

const CONTEXT = 512;
const WIDTH = 384;

function error(status: number, message: string, type = "BadRequestError"): Refusal {
  return { status, body: { object: "error", message, type, param: null, code: status } };
}

/**
 * vLLM with multilingual-e5-small, in an older version: refuses base64, and widths as the model is
 * no Matryoshka one.
 */
export const vllm: PlayedServer = {
  path: "/v1/embeddings",
  unknownPath: () => ({ status: 404, body: { detail: "Not Found" } }),
  refuse: ({ model, input, ...fields }) => {
    if (model !== "intfloat/multilingual-e5-small") {
      return error(404, `The model \`${model}\` does not exist.`, "NotFoundError");
    }
    if (fields["encoding_format"] === "base64") {
      return error(400, "Only `float` is supported as `encoding_format`");
    }
    if (fields["dimensions"] !== undefined) {
      return error(400, `Model "${model}" does not support matryoshka representation`);
    }
    const longest = Math.max(...input.map(serverTokens));
    const limit = `This model's maximum context length is ${CONTEXT} tokens`;
    const asked = `However, you requested ${longest} tokens in the input`;
    return longest > CONTEXT ? error(400, `${limit}. ${asked}`) : undefined;
  },
  width: () => WIDTH,
  spoken: (text) => text,
  isBase64: () => false,
};
