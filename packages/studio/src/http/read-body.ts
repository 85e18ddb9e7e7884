import type { IncomingMessage } from "node:http";

import { HttpError } from "./http-error.js";

/** Most bytes of a body: enough for the longest memory that one would show to a model. */
const MAX_BYTES = 1_048_576;
/** Most levels of a body; filters and metadata have fewer. */
const MAX_DEPTH = 64;

/** Reads the JSON of a request. @throws `HttpError` 400, 413 or 415 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/iu.test(type)) {
    throw new HttpError(415, "body must be application/json in UTF-8");
  }
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") {
    throw new HttpError(415, "body must not be compressed");
  }
  return parse(await readText(request));
}

/** Reads a text in UTF-8 that is short enough. */
async function readText(request: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const isTooLong = Number(request.headers["content-length"] ?? 0) > MAX_BYTES;
  let left = isTooLong ? -1 : MAX_BYTES;
  let text = "";
  try {
    for await (const chunk of isTooLong ? [] : request) {
      left -= (chunk as Uint8Array).byteLength;
      if (left < 0) break;
      text += decoder.decode(chunk as Uint8Array, { stream: true });
    }
    if (left >= 0) return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw invalid("body is not UTF-8");
    throw error;
  }
  throw new HttpError(413, `body is longer than ${MAX_BYTES} bytes`, {
    headers: { connection: "close" },
  });
}

function parse(text: string): unknown {
  let depth = 0;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gsu)) {
    if (mark === "[" || mark === "{") depth += 1;
    else if (mark === "]" || mark === "}") depth -= 1;
    if (depth > MAX_DEPTH) throw invalid(`body is nested more than ${MAX_DEPTH} levels deep`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid("body is not JSON");
  }
}

function invalid(message: string): HttpError {
  return new HttpError(400, message);
}
