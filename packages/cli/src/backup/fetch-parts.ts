import { createHash } from "node:crypto";

import { storeFailed } from "./errors.js";
import type { KeyRing } from "./keys.js";
import { PART_BYTES, partKey, type Manifest, type ManifestPart } from "./manifest.js";
import type { BackupPlace, BackupProgress, DamagedObject } from "./options.js";
import { sha256Of, unpackPart } from "./part-codec.js";
import { PARALLEL } from "./send-parts.js";
import { getVerified, mapInOrder } from "./transfer.js";

interface FetchCall extends Pick<BackupPlace, "objects" | "signal"> {
  readonly keys: KeyRing;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** Yields the bytes of each part in order, or what is wrong with it, and checks the whole. */
export async function* fetchParts(
  manifest: Manifest,
  { objects, keys, signal, onProgress }: FetchCall,
): AsyncGenerator<Buffer | DamagedObject> {
  const { id, parts, bytes: total, encryption } = manifest;
  const cipher = encryption && (await keys.keysOf(encryption)).cipher;
  const hash = createHash("sha256");
  let [index, isWhole] = [0, true];
  for await (const part of mapInOrder(parts.entries(), PARALLEL, fetchOne)) {
    index += 1;
    if ("problem" in part) isWhole = false;
    else hash.update(part);
    yield part;
    onProgress?.({ step: "fetch", done: Math.min(total, index * PART_BYTES), total });
  }
  if (isWhole && hash.digest("hex") !== manifest.sha256) {
    throw storeFailed(`backup ${id} does not have the checksum of its manifest`);
  }

  async function fetchOne([at, part]: readonly [number, ManifestPart]): Promise<
    Buffer | DamagedObject
  > {
    signal?.throwIfAborted();
    const key = partKey(id, at);
    const limit = Math.min(PART_BYTES, total - at * PART_BYTES);
    const got = await getVerified(objects, key, {
      signal,
      check: async (stored) => {
        if (stored.length !== part.bytes || sha256Of(stored) !== part.sha256) return undefined;
        const place = { id, index: at, count: parts.length };
        const bytes = await unpackPart(stored, place, { key: cipher, limit });
        return bytes?.length === limit ? bytes : undefined;
      },
    });
    if (typeof got !== "string") return got;
    return { key, problem: `part ${at + 1} of ${parts.length} is ${got}` };
  }
}
