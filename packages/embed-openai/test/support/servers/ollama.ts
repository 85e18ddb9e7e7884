import type { PlayedServer, Refusal } from "../played.js";
import { serverTokens } from "../server-tokens.js";

const WIDTHS: Readonly<Record<string, number>> = { "nomic-embed-text": 768, "bge-m3": 1_024 };
const CONTEXT = 2_048;

function error(status: number, message: string, type = "invalid_request_error"): Refusal {
  return { status, body: { error: { message, type, param: null, code: null } } };
}

/**
 * Ollama: needs no key, honours base64 and any smaller width, refuses what is longer than its
 * context.
 */
export const ollama: PlayedServer = {
  path: "/v1/embeddings",
  unknownPath: () => ({ status: 404, body: "404 page not found" }),
  refuse: ({ model, input, ...fields }) => {
    const name = model.replace(/:latest$/u, "");
    if (WIDTHS[name] === undefined) {
      return error(404, `model "${model}" not found, try pulling it first`, "not_found_error");
    }
    const format = fields["encoding_format"] ?? "float";
    if (format !== "float" && format !== "base64") return error(400, "invalid encoding_format");
    if (input.some((text) => text === "")) return error(400, "invalid input");
    const isLong = input.some((text) => serverTokens(text) > CONTEXT);
    return isLong ? error(400, "the input length exceeds the context length") : undefined;
  },
  width: ({ model, dimensions }) => Number(dimensions ?? WIDTHS[model.replace(/:latest$/u, "")]),
  spoken: (text) => text,
  isBase64: (body) => body["encoding_format"] === "base64",
};
