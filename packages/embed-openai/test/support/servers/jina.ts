import { KEY } from "../played.js";
import type { PlayedServer, Refusal } from "../played.js";
import { serverTokens } from "../server-tokens.js";

const FIELDS = new Set(["model", "input", "task", "dimensions", "embedding_type", "truncate"]);
const TASKS = new Set(["retrieval.query", "retrieval.passage", "text-matching"]);
const MAX_TOKENS = 8_192;

function error(status: number, detail: string): Refusal {
  return { status, body: { detail } };
}

/**
 * Jina: `task` instead of prefixes, `embedding_type` instead of `encoding_format`, at most 512
 * inputs.
 */
export const jina: PlayedServer = {
  path: "/v1/embeddings",
  unknownPath: () => error(404, "Not Found"),
  refuse: (body, key) => {
    if (key !== KEY) return error(401, "Unauthorized");
    const unknown = Object.keys(body).find((field) => !FIELDS.has(field));
    if (unknown !== undefined) return error(422, `Validation error: ${unknown}`);
    if (!TASKS.has(String(body["task"]))) return error(422, "Validation error: task");
    if (body.input.length > 512) {
      return error(400, "Validation error: Each input list can contain at most 512 items.");
    }
    const longest = Math.max(...body.input.map(serverTokens));
    const isRefused = longest > MAX_TOKENS && body["truncate"] !== true;
    const told = `Single text cannot exceed ${MAX_TOKENS} tokens. ${longest} tokens given.`;
    return isRefused ? error(400, told) : undefined;
  },
  width: ({ dimensions }) => Number(dimensions ?? 1_024),
  spoken: (text, body) => `${String(body["task"])}\n${text}`,
  isBase64: (body) => body["embedding_type"] === "base64",
};
