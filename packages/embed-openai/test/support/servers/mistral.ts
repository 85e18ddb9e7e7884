import { KEY } from "../played.js";
import type { PlayedServer, Refusal } from "../played.js";
import { serverTokens } from "../server-tokens.js";

const FIELDS = new Set(["model", "input", "encoding_format", "output_dimension", "output_dtype"]);
const MAX_REQUEST_TOKENS = 16_384;

function error(message: string, code: string): Refusal {
  return {
    status: 400,
    body: { object: "error", message, type: "invalid_request_prompt", param: null, code },
  };
}

/** Mistral: at most 256 inputs and 16,384 tokens a request, and floats whatever was asked for. */
export const mistral: PlayedServer = {
  path: "/v1/embeddings",
  unknownPath: () => ({ status: 404, body: { message: "no Route matched with those values" } }),
  refuse: (body, key) => {
    if (key !== KEY) return { status: 401, body: { message: "Unauthorized" } };
    const unknown = Object.keys(body).find((field) => !FIELDS.has(field));
    if (unknown !== undefined) {
      return { status: 422, body: { detail: [{ loc: ["body", unknown], msg: "Extra inputs" }] } };
    }
    if (body.model === "mistral-embed" && body["output_dimension"] !== undefined) {
      return error("output_dimension is not supported by this model", "3051");
    }
    if (body.input.length > 256) return error("Too many inputs in request", "3210");
    const sum = body.input.map(serverTokens).reduce((a, b) => a + b, 0);
    return sum > MAX_REQUEST_TOKENS ? error("Too many tokens overall", "3210") : undefined;
  },
  width: (body) => Number(body["output_dimension"] ?? 1_024),
  spoken: (text) => text,
  isBase64: () => false,
};
