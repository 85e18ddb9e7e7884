import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";

import { storeFailed } from "./errors.js";
import { PART_BYTES, partKey, type Manifest, type ManifestPart } from "./manifest.js";
import type { BackupCall } from "./options.js";
import { packPart, sha256Of, type PartPlace } from "./part-codec.js";
import type { ClaimedPlace } from "./place.js";
import type { Staging } from "./staging.js";
import { mapInOrder, putVerified } from "./transfer.js";

/** Parts on their way at once. With each, its bytes are in memory up to three times. */
export const PARALLEL = 4;

/** Sends the parts of a staged copy, reads each back, and returns what was stored. */
export async function sendParts(
  { objects, keys }: ClaimedPlace,
  { staged, file, isResumed }: Staging,
  { signal, onProgress }: Pick<BackupCall, "signal" | "onProgress">,
): Promise<Pick<Manifest, "parts" | "sha256">> {
  const { id, bytes: total, encryption } = staged;
  const key = encryption && (await keys.keysOf(encryption)).cipher;
  const count = Math.ceil(total / PART_BYTES);
  const hash = createHash("sha256");
  const parts: ManifestPart[] = [];
  const handle = await open(file, "r");
  try {
    const source = readParts(handle, total, (bytes) => hash.update(bytes));
    const sent = mapInOrder(source, PARALLEL, async ({ index, bytes }) => {
      signal?.throwIfAborted();
      const place: PartPlace = { id, index, count };
      const stored = { key: partKey(id, index), body: await packPart(bytes, place, key) };
      const isThere = isResumed && (await isStored(stored));
      if (!isThere) await putVerified(objects, stored, { signal });
      return { bytes: stored.body.length, sha256: sha256Of(stored.body) };
    });
    for await (const part of sent) {
      parts.push(part);
      const done = Math.min(total, parts.length * PART_BYTES);
      onProgress?.({ step: "send", done, total });
    }
  } finally {
    await handle.close();
  }
  return { parts, sha256: hash.digest("hex") };

  async function isStored(part: {
    readonly key: string;
    readonly body: Uint8Array;
  }): Promise<boolean> {
    const there = await objects.get(part.key, { signal });
    return there !== undefined && Buffer.compare(there, part.body) === 0;
  }
}

async function* readParts(
  handle: FileHandle,
  total: number,
  onPart: (bytes: Uint8Array) => void,
): AsyncGenerator<{ readonly index: number; readonly bytes: Uint8Array }> {
  for (let index = 0; index * PART_BYTES < total; index += 1) {
    const bytes = Buffer.alloc(Math.min(PART_BYTES, total - index * PART_BYTES));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, index * PART_BYTES);
    if (bytesRead !== bytes.length) throw storeFailed("staged copy of the database is too short");
    onPart(bytes);
    yield { index, bytes };
  }
}
