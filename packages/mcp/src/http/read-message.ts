import { unlessAborted } from "@kioku/core/toolkit";
import { isJsonContentType } from "@modelcontextprotocol/server";

import { Refusal } from "./refusal.js";

/** Reads the message of a request. @throws `Refusal` 400, 405, 413 or 415 */
export async function readMessage(
  request: Request,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<object> {
  if (request.method !== "POST") {
    throw new Refusal(405, "method must be POST", { headers: { allow: "POST" } });
  }
  if (!isJsonContentType(request.headers.get("content-type"))) {
    throw new Refusal(415, "body must be application/json");
  }
  const message = parse(await readText(request, { maxBytes, signal }));
  if (typeof message === "object" && message !== null && !Array.isArray(message)) return message;
  // Batches, which no version served here has, would pass the limit of requests.
  throw new Refusal(400, "body must be one message", { code: -32_600 });
}

async function readText(
  { body, headers }: Request,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<string> {
  const tooLong = new Refusal(413, `body is longer than ${maxBytes} bytes`);
  if (Number(headers.get("content-length")) > maxBytes) throw tooLong;
  if (body === null) return "";
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal);
      if (done) return await decode(pieces);
      bytes += value.byteLength;
      if (bytes > maxBytes) throw tooLong;
      pieces.push(value);
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

async function decode(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<string> {
  const bytes = await new Blob([...pieces]).arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, "body is not UTF-8", { code: -32_700 });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal(400, "body is not JSON", { code: -32_700 });
  }
}
