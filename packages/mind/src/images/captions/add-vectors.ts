import { MemoryError, type CallOptions, type Embedder, type MemoryRecord } from "@kioku/core";
import { memoryVectors, unlessAborted, type MemoryVectors } from "@kioku/core/toolkit";

import { chunksOf } from "../../records/chunks-of.js";
import { unlessConflict } from "../../records/conflicts.js";
import { problemOf } from "../../run/ask-in-budget.js";
import type { ImageEmbedder } from "../api/images.js";
import { checkBlob } from "../blobs/checked-blobs.js";
import type { ImageHost } from "../model/image-host.js";
import { imagesOf } from "../model/image-lists.js";
import { nextVersion, sha256Of } from "../model/image-record.js";

/** Images that are embedded at once. */
const AT_ONCE = 20;

/** Gives access to the vectors of images, which are in a space of their own. */
export function imageVectors(host: ImageHost, { id, dimensions }: ImageEmbedder): MemoryVectors {
  const embedder: Embedder = {
    id,
    dimensions,
    embed: async () => {
      throw new MemoryError("embedder-failed", `embedder ${id} takes images only`);
    },
  };
  return memoryVectors(host.memory, { embedder });
}

/** Adds vectors to images with a caption that have none of this embedder; returns their number. */
export async function addVectors(host: ImageHost, options: CallOptions): Promise<number> {
  const { embedder, logger } = host;
  if (!embedder) return 0;
  const filter = { $and: [{ state: "captioned" }, { embeddedBy: { $ne: embedder.id } }] };
  let added = 0;
  try {
    for await (const page of imagesOf(host.memory, { filter, orderBy: "createdAt" }, options)) {
      for (const part of chunksOf(page, AT_ONCE)) {
        added += await addToBatch(host, embedder, { ...options, part });
      }
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    // The images are kept, and get their vectors by the next run.
    if (!MemoryError.is(error, "closed")) {
      logger.warn("images could not be embedded", { problem: problemOf(error) });
    }
  }
  return added;
}

async function addToBatch(
  host: ImageHost,
  embedder: ImageEmbedder,
  { part, signal }: CallOptions & { readonly part: readonly MemoryRecord[] },
): Promise<number> {
  const found: { readonly record: MemoryRecord; readonly bytes: Uint8Array }[] = [];
  for (const record of part) {
    const bytes = await checkBlob(host.blobs, sha256Of(record), { signal });
    if (bytes instanceof Uint8Array) found.push({ record, bytes });
  }
  if (found.length === 0) return 0;
  const vectors = await embedImages(
    embedder,
    found.map(({ bytes }) => bytes),
    { signal },
  );
  const inputs = found.flatMap(({ record }, index) => {
    const vector = vectors[index];
    const metadata = { ...record.metadata, embeddedBy: embedder.id };
    const next = nextVersion(record, { content: record.content, metadata, index: true });
    return vector ? [{ ...next, vector }] : [];
  });
  const space = imageVectors(host, embedder);
  for (const input of inputs) {
    // A conflict: it was changed or removed in the meantime.
    await unlessConflict(space.rememberAll([input], { signal }));
  }
  return inputs.length;
}

/** Embeds files. @throws `embedder-failed` for an answer that is none */
export async function embedImages(
  embedder: ImageEmbedder,
  files: readonly Uint8Array[],
  { signal }: CallOptions,
): Promise<readonly ArrayLike<number>[]> {
  const vectors: unknown = await unlessAborted(embedder.embed(files, { signal }), signal);
  if (Array.isArray(vectors) && vectors.length === files.length) {
    return vectors as readonly ArrayLike<number>[];
  }
  throw new MemoryError("embedder-failed", `embedder ${embedder.id} gave no vector for each image`);
}
