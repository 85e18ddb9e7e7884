import type { IncomingMessage } from "node:http";

import { HttpError } from "./http-error.ts";

/** Most bytes of a request. */
const MAX_BYTES = 64 * 1024;

/**
 * The JSON that a request holds. Another site can send no such request: its browser asks this
 * server first, which does not answer.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/u.test(request.headers["content-type"] ?? "")) {
    throw new HttpError(415, "send JSON, as application/json");
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  // Node reads and drops the rest after a refusal, so that the client gets its answer.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    bytes += (part as Buffer).length;
    if (bytes > MAX_BYTES) throw new HttpError(413, `at most ${MAX_BYTES} bytes are read`);
    parts.push(part as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    throw new HttpError(400, "this is no JSON");
  }
}
