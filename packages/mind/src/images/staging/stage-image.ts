import { MemoryError, type MemoryRecord, type WriteOptions } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { unlessConflict } from "../../records/conflicts.js";
import { readByKey } from "../../records/read-records.js";
import type { DecodedImage, ImageReceipt, SeenImage } from "../api/images.js";
import { sha256Hex } from "../blobs/checked-blobs.js";
import { isMarked, type FileCollector } from "../blobs/file-collector.js";
import { noteFiles } from "../blobs/file-records.js";
import type { ImageHost } from "../model/image-host.js";
import { IMAGE, imageKey, sourceName, WAITING_TEXT } from "../model/image-record.js";
import { waitFor } from "../model/waiting.js";
import type { LastImages } from "./last-images.js";

const PAUSE_MS = 20;
const MAX_TRIES = 20_000;

/** An image to be kept, and what it is compared with. */
interface Staging extends WriteOptions {
  readonly image: SeenImage;
  readonly lasts: LastImages;
  readonly collector: FileCollector;
}

/**
 * Keeps an image durably, unless it is there or shows nothing new. The record comes first, then its
 * file, then a look whether the file was about to be removed: see `FileCollector`.
 */
export async function stageImage(
  host: ImageHost,
  { image, lasts, collector, ...options }: Staging,
): Promise<ImageReceipt> {
  const { signal } = options;
  const { data, source } = image;
  signal?.throwIfAborted();
  const sha256 = sha256Hex(data);
  const key = imageKey(sha256, source);
  let decoded: DecodedImage | undefined;
  let own: MemoryRecord | undefined;
  let written: MemoryRecord | undefined;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    let record = await readByKey(host.memory, key, { signal });
    if (!record && written) {
      // It was removed while its file was written.
      await collector.discard(host, written, { signal });
      if (own) return { status: "staged", record: own };
      written = undefined;
    }
    if (!record) {
      decoded ??= await unlessAborted(host.decoder(data, { maxBytes: host.maxBytes }), signal);
      const last = image.filter === false ? undefined : await lasts.get(host, source, { signal });
      if (last && !host.filter.isChanged(last.grey, decoded.grey)) {
        return { status: "unchanged", record: last.record };
      }
      own = await writeRecord(host, { image, decoded, key, sha256 }, options);
      // Another process was first.
      if (!own) continue;
      record = own;
    }
    await noteFiles(host, [record], { signal });
    await host.blobs.put(sha256, data, { signal });
    written = record;
    if (await isMarked(host, sha256, { signal })) {
      await waitFor(host, PAUSE_MS, { signal });
    } else if (await readByKey(host.memory, key, { signal })) {
      if (!own || !decoded) return { status: "duplicate", record };
      lasts.set(host, source, { id: own.id, grey: decoded.grey });
      return { status: "staged", record: own };
    }
  }
  throw new MemoryError("conflict", "image is being removed by another process", {
    retryable: true,
  });
}

interface NewImage {
  readonly image: SeenImage;
  readonly decoded: DecodedImage;
  readonly key: string;
  readonly sha256: string;
}

/** Writes the record of a new image; `undefined` if it is there by now. */
async function writeRecord(
  { memory, clock }: ImageHost,
  { image, decoded, key, sha256 }: NewImage,
  options: WriteOptions,
): Promise<MemoryRecord | undefined> {
  const { source, thread, uri, sources = [] } = image;
  const { mediaType, grey, takenAt } = decoded;
  const { width, height } = grey;
  const metadata = {
    source,
    sourceName: sourceName(source),
    sha256,
    mediaType,
    width,
    height,
    state: "staged",
    ...(uri === undefined ? {} : { uri }),
  };
  const input = {
    content: WAITING_TEXT,
    key,
    kind: IMAGE,
    metadata,
    origin: "tool",
    form: "statement",
    index: false,
    sources,
    thread,
    occurredAt: image.at ?? takenAt ?? clock(),
    ifVersion: 0,
  } as const;
  const receipt = await unlessConflict(memory.remember(input, options));
  if (receipt?.status !== "rejected") return receipt?.record;
  const problem = `plugin ${receipt.by} rejected an image: ${receipt.reason}`;
  throw new MemoryError("rejected-by-plugin", problem);
}
