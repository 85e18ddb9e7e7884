import { KEY } from "../played.js";
import type { PlayedBody, PlayedServer, Refusal } from "../played.js";
import { serverTokens } from "../server-tokens.js";

const FIELDS = new Set(["model", "input", "encoding_format", "dimensions", "user"]);
const WIDTHS: Readonly<Record<string, number>> = {
  "text-embedding-3-small": 1_536,
  "text-embedding-3-large": 3_072,
  "text-embedding-ada-002": 1_536,
};

const MAX_TOKENS = 8_192;
const MAX_REQUEST_TOKENS = 300_000;
const MAX_INPUTS = 2_048;

function error(status: number, message: string, code: string | null): Refusal {
  const type = code === "max_tokens_per_request" ? code : "invalid_request_error";
  const fields = { message, type, param: null, code };
  return { status, body: { error: fields } };
}

function refuse(body: PlayedBody, key: string | undefined): Refusal | undefined {
  // The real one shows a part of the key; this one shows it whole, and a text with it.
  if (key !== KEY) return error(401, `Incorrect API key provided: ${key}.`, "invalid_api_key");
  const unknown = Object.keys(body).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) return error(400, `Unrecognized argument: ${unknown}`, null);
  const { model, input, dimensions } = body;
  if (WIDTHS[model] === undefined) return error(404, "The model does not exist", "model_not_found");
  if (model.endsWith("ada-002") && dimensions !== undefined) {
    return error(400, "This model does not support specifying dimensions.", null);
  }
  if (input.length > MAX_INPUTS) return error(400, "array too long", "array_above_max_length");
  const empty = input.findIndex((text) => text === "");
  if (empty !== -1)
    return error(400, `'input[${empty}]' cannot be an empty string: ${input[1]}`, null);
  const tokens = input.map(serverTokens);
  const longest = Math.max(...tokens);
  if (longest > MAX_TOKENS) {
    const limit = `This model's maximum context length is ${MAX_TOKENS} tokens`;
    return error(400, `${limit}, however you requested ${longest} tokens`, null);
  }
  const sum = tokens.reduce((a, b) => a + b, 0);
  if (sum <= MAX_REQUEST_TOKENS) return undefined;
  return error(400, `Requested ${sum} tokens, max 300000 a request`, "max_tokens_per_request");
}

/** OpenAI: needs a key, refuses unknown fields, has every limit, and honours base64. */
export const openai: PlayedServer = {
  path: "/v1/embeddings",
  unknownPath: (path) => error(404, `Invalid URL (POST ${path})`, null),
  refuse,
  width: ({ model, dimensions }) => Number(dimensions ?? WIDTHS[model]),
  spoken: (text) => text,
  isBase64: (body) => body["encoding_format"] === "base64",
};
