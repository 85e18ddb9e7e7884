import { MemoryError, type CallOptions } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

/**
 * Loads an image by the host's `fetch`; reads no more than so many bytes.
 * @throws `invalid-input` for an address that cannot be loaded
 */
export async function loadAddress(address: string, options: Loading): Promise<Uint8Array> {
  try {
    return await load(address, options);
  } catch (cause) {
    options.signal?.throwIfAborted();
    if (MemoryError.is(cause)) throw cause;
    throw new MemoryError("invalid-input", "image cannot be loaded", { cause });
  }
}

interface Loading extends CallOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly maxBytes: number;
}

async function load(address: string, { fetch, maxBytes, signal }: Loading): Promise<Uint8Array> {
  const asking = fetch(address, signal === undefined ? {} : { signal });
  const response = await unlessAborted(asking, signal);
  if (!response.ok || response.body === null) {
    throw new MemoryError("invalid-input", `image cannot be loaded: status ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    signal?.throwIfAborted();
    length += part.length;
    if (length > maxBytes) {
      throw new MemoryError("invalid-input", `image has more than ${maxBytes} bytes`);
    }
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
