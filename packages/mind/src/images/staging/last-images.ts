import type { CallOptions, MemoryRecord } from "@kioku/core";
import { LruMap, scopeToPath } from "@kioku/core/toolkit";

import { problemOf } from "../../run/ask-in-budget.js";
import type { GreyImage } from "../api/images.js";
import { readBlob } from "../blobs/checked-blobs.js";
import type { ImageHost } from "../model/image-host.js";
import { EVERY, IMAGE, sha256Of } from "../model/image-record.js";

/** Most sources whose last image is held, and most pixels of all these. */
const LIMITS = {
  maxEntries: 256,
  maxSize: 64 * 1_024 * 1_024,
  sizeOf: ({ grey }: LastImage) => grey.pixels.length,
} as const;

/** Last image of a source that was kept. */
interface LastImage {
  readonly id: string;
  readonly grey: GreyImage;
}

/** Names a source of a scope. */
export function placeOf({ memory }: Pick<ImageHost, "memory">, source: string): string {
  return `${scopeToPath(memory.scopePath)}\n${source}`;
}

/** Last images by source, in grey, so that the next one is compared without decoding it again. */
export class LastImages {
  readonly #known = new LruMap<string, LastImage>(LIMITS);

  /** Notes an image that was kept. */
  set(host: ImageHost, source: string, last: LastImage): void {
    this.#known.set(placeOf(host, source), last);
  }

  /** Returns the last image that is still there; `undefined` if none is, or its file is not. */
  async get(
    host: ImageHost,
    source: string,
    options: CallOptions,
  ): Promise<{ readonly record: MemoryRecord; readonly grey: GreyImage } | undefined> {
    const place = placeOf(host, source);
    const known = this.#known.get(place);
    const record = known && (await host.memory.read(known.id, options));
    if (known && record) return { record, grey: known.grey };
    this.#known.delete(place);
    const found = await newestOf(host, source, options);
    if (found) this.#known.set(place, { id: found.record.id, grey: found.grey });
    return found;
  }
}

async function newestOf(
  host: ImageHost,
  source: string,
  options: CallOptions,
): Promise<{ readonly record: MemoryRecord; readonly grey: GreyImage } | undefined> {
  const query = { ...EVERY, kinds: [IMAGE], filter: { source }, limit: 1 } as const;
  const page = await host.memory.list({ ...query, orderBy: "createdAt", order: "desc" }, options);
  const [record] = page.items;
  if (!record) return undefined;
  try {
    const bytes = await readBlob(host.blobs, sha256Of(record), options);
    if (!bytes) return undefined;
    const { grey } = await host.decoder(bytes, { maxBytes: host.maxBytes });
    return { record, grey };
  } catch (error) {
    options.signal?.throwIfAborted();
    // Then the next image is kept, whatever it shows.
    host.logger.warn("last image of a source cannot be read", { problem: problemOf(error) });
    return undefined;
  }
}
