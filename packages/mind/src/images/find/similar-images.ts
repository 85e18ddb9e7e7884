import { MemoryError, type CallOptions } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";

import type { FoundImage, ImageQuery } from "../api/images.js";
import { readBlob } from "../blobs/checked-blobs.js";
import { embedImages, imageVectors } from "../captions/add-vectors.js";
import type { ImageHost } from "../model/image-host.js";
import { IMAGE, sha256Of, toFoundImage } from "../model/image-record.js";

const DEFAULT_LIMIT = 10;

/** Finds images that look like one, nearest first, without itself. */
export async function similarImages(
  host: ImageHost,
  image: string | Uint8Array,
  { limit = DEFAULT_LIMIT, reach, signal }: CallOptions & Pick<ImageQuery, "limit" | "reach">,
): Promise<readonly FoundImage[]> {
  const { embedder, memory } = host;
  if (!embedder) throw invalidInput("embedder", "given to imageMemory, for similar images");
  const vectors = imageVectors(host, embedder);
  const record = typeof image === "string" ? await memory.read(image, { signal }) : undefined;
  if (typeof image === "string" && record?.kind !== IMAGE) {
    throw new MemoryError("not-found", "image of this id is not in this scope");
  }
  const [known] = record ? await vectors.vectors([record], { signal }) : [];
  const vector = known ?? (await embedOne(host, record ? sha256Of(record) : image, { signal }));
  const query = { vector, kinds: [IMAGE], limit: limit + 1, reach };
  const found = await vectors.search(query, { signal });
  return found
    .filter(({ id }) => id !== record?.id)
    .slice(0, limit)
    .map((one) => toFoundImage(one, one.score));
}

/** Embeds a file, or the one of a name. */
async function embedOne(
  { embedder, blobs, maxBytes }: ImageHost,
  image: string | Uint8Array,
  options: CallOptions,
): Promise<ArrayLike<number>> {
  const bytes = typeof image === "string" ? await readBlob(blobs, image, options) : image;
  if (!bytes) throw new MemoryError("not-found", "file of the image is gone");
  if (!(bytes instanceof Uint8Array) || bytes.length === 0 || bytes.length > maxBytes) {
    throw invalidInput("image", `an id, or a file of at most ${maxBytes} bytes`);
  }
  const [vector] = embedder ? await embedImages(embedder, [bytes], options) : [];
  if (vector) return vector;
  throw new MemoryError("embedder-failed", "embedder gave no vector");
}
