import { KEY } from "../played.js";
import type { PlayedServer, Refusal } from "../played.js";
import { serverTokens } from "../server-tokens.js";

const FIELDS = new Set([
  "model",
  "input",
  "input_type",
  "truncation",
  "output_dimension",
  "output_dtype",
  "encoding_format",
]);
const WIDTHS = new Set([undefined, 256, 512, 1_024, 2_048]);
const MAX_TOKENS = 32_000;
const MAX_REQUEST_TOKENS = 320_000;

function error(status: number, detail: string): Refusal {
  return { status, body: { detail } };
}

/**
 * Voyage: `input_type`, `output_dimension`, no word for floats, and cutting silently unless told
 * otherwise.
 */
export const voyage: PlayedServer = {
  path: "/v1/embeddings",
  unknownPath: () => error(404, "Not Found"),
  refuse: (body, key) => {
    if (key !== KEY) return error(401, "Provided API key is invalid.");
    const unknown = Object.keys(body).find((field) => !FIELDS.has(field));
    if (unknown !== undefined)
      return error(400, `Argument '${unknown}' is not supported by our API`);
    const format = body["encoding_format"];
    if (format !== undefined && format !== "base64") return error(400, "Invalid encoding_format");
    if (!WIDTHS.has(body["output_dimension"] as number)) return error(400, "output_dimension");
    if (body.input.length > 1_000) return error(400, "The batch size limit is 1000.");
    const tokens = body.input.map(serverTokens);
    if (Math.max(...tokens) > MAX_TOKENS && body["truncation"] === false) {
      return error(400, `The example is too long: max ${MAX_TOKENS} tokens`);
    }
    const sum = tokens.reduce((a, b) => a + b, 0);
    const limit = `The max allowed tokens per submitted batch is ${MAX_REQUEST_TOKENS}`;
    return sum > MAX_REQUEST_TOKENS ? error(400, `${limit}. Your batch has ${sum}`) : undefined;
  },
  width: (body) => Number(body["output_dimension"] ?? 1_024),
  spoken: (text, body) => `${String(body["input_type"])}\n${text}`,
  isBase64: (body) => body["encoding_format"] === "base64",
};
