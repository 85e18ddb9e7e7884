import type { CallOptions, MemoryRecord } from "@kioku/core";

import { unlessConflict } from "../../records/conflicts.js";
import { problemOf } from "../../run/ask-in-budget.js";
import { checkBlob } from "../blobs/checked-blobs.js";
import type { FileCollector } from "../blobs/file-collector.js";
import { noteKey, removeNotes } from "../blobs/file-records.js";
import type { ImageHost } from "../model/image-host.js";
import { OWN_CAUSE, sha256Of } from "../model/image-record.js";

/** Age from which the file of a record will not come any more. */
const LOST_AFTER_MS = 600_000;

/** An image and its file. */
export interface LoadedImage {
  readonly record: MemoryRecord;
  readonly bytes: Uint8Array;
}

/** Images with their files, and those whose files are damaged, or cannot be read now. */
interface LoadedImages {
  readonly loaded: readonly LoadedImage[];
  readonly damaged: readonly MemoryRecord[];
  readonly unreadable: readonly MemoryRecord[];
}

/** Reads the files of images. Records whose file never came are dropped after ten minutes. */
export async function loadImages(
  host: ImageHost,
  records: readonly MemoryRecord[],
  { collector, signal }: CallOptions & { readonly collector: FileCollector },
): Promise<LoadedImages> {
  const loaded: LoadedImage[] = [];
  const damaged: MemoryRecord[] = [];
  const unreadable: MemoryRecord[] = [];
  for (const record of records) {
    const read = await readOne(host, record, { signal });
    if (read === undefined) unreadable.push(record);
    else if (read === "missing") await dropIfLost(host, record, { collector, signal });
    else if (read === "damaged") damaged.push(record);
    else loaded.push({ record, bytes: read });
  }
  if (damaged.length > 0) host.logger.warn(`files of ${damaged.length} images are damaged`);
  return { loaded, damaged, unreadable };
}

/** Reads a file; `undefined` if the store fails. */
async function readOne(
  { blobs, logger }: ImageHost,
  record: MemoryRecord,
  { signal }: CallOptions,
): Promise<Awaited<ReturnType<typeof checkBlob>> | undefined> {
  try {
    return await checkBlob(blobs, sha256Of(record), { signal });
  } catch (error) {
    signal?.throwIfAborted();
    logger.warn("file of an image cannot be read", { problem: problemOf(error) });
    return undefined;
  }
}

async function dropIfLost(
  host: ImageHost,
  record: MemoryRecord,
  { collector, signal }: CallOptions & { readonly collector: FileCollector },
): Promise<void> {
  const { id, createdAt, version } = record;
  if (host.clock().getTime() - createdAt.getTime() < LOST_AFTER_MS) return;
  const name = sha256Of(record);
  await collector.withMark(host, [name], {
    signal,
    work: async (hold) => {
      if ((await host.blobs.get(name, { signal })) !== undefined) return;
      await hold();
      const how = { ifVersion: version, purge: true, signal, cause: OWN_CAUSE };
      if (!(await unlessConflict(host.memory.forget(id, how)))) return;
      await removeNotes(host.root, [noteKey(record)], { signal });
      host.logger.warn("image was dropped: its file never came");
    },
  });
}
