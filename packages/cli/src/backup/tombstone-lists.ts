import type { CallOptions, ExportLine } from "@kioku/core";
import { LineChecksum, type ExportedTombstone } from "@kioku/core/toolkit";

import { readDocument, writeDocument, type FORMAT } from "./document.js";
import { storeFailed } from "./errors.js";
import type { Encryption, KeyRing } from "./keys.js";
import { isDatabaseName, isInstant } from "./manifest.js";
import type { ObjectStore } from "./object-store.js";
import { packPart, sha256Of, unpackPart } from "./part-codec.js";
import { getVerified } from "./transfer.js";

/** Folder of the lists. */
export const TOMBSTONES = "tombstones/";
const MAX_BYTES = 64 * 1024 * 1024;

/** First line of a list; its packed tombstones follow. */
export interface ListHeader {
  /** Version of the layout. */
  readonly format: typeof FORMAT;
  /** Its key: it cannot stand for another one. */
  readonly key: string;
  /** Database that it is of. */
  readonly database: string;
  /** The moment up to which erasures are in the lists of its folder. */
  readonly takenAt: string;
  /** True for the last one of its folder: all of them are there. */
  readonly isLast: boolean;
  /** Absent if it is not encrypted. */
  readonly encryption?: Encryption | undefined;
}

interface CompleteHeader extends ListHeader {
  /** SHA-256 of what follows. */
  readonly sha256: string;
}

/** A list that was read. */
export interface TombstoneList {
  /** The moment up to which erasures are in it and those before; absent if others follow. */
  readonly completeUntil?: Date;
  /** In the order of an export. */
  readonly tombstones: readonly ExportedTombstone[];
}

/** Returns the bytes of a list. */
export async function writeTombstones(
  header: ListHeader,
  tombstones: readonly ExportedTombstone[],
  keys: KeyRing,
): Promise<Buffer> {
  const { key: id, encryption } = header;
  const text = tombstones.map((line) => `${JSON.stringify(line)}\n`).join("");
  const key = encryption && (await keys.keysOf(encryption)).cipher;
  const packed = await packPart(Buffer.from(text), { id, index: 0, count: 1 }, key);
  const complete: CompleteHeader = { ...header, sha256: sha256Of(packed) };
  return Buffer.concat([await writeDocument(complete, keys), Buffer.from("\n"), packed]);
}

/** Reads a list. @throws `store-failed` if it is damaged, `invalid-input` for another key. */
export async function readTombstones(
  bytes: Uint8Array,
  { key, keys }: { readonly key: string; readonly keys: KeyRing },
): Promise<TombstoneList> {
  const end = bytes.indexOf(10);
  const header = await readDocument(bytes.subarray(0, Math.max(0, end)), isHeader, { key, keys });
  const stored = bytes.subarray(end + 1);
  if (header.key !== key || sha256Of(stored) !== header.sha256)
    throw storeFailed(`${key} is damaged`);
  const { encryption } = header;
  const cipher = encryption && (await keys.keysOf(encryption)).cipher;
  const place = { id: key, index: 0, count: 1 };
  const text = await unpackPart(stored, place, { key: cipher, limit: MAX_BYTES });
  if (text === undefined) throw storeFailed(`${key} is damaged`);
  const lines = text.toString("utf8").split("\n").slice(0, -1);
  return {
    ...(header.isLast && { completeUntil: new Date(header.takenAt) }),
    tombstones: lines.map((line) => JSON.parse(line) as ExportedTombstone),
  };
}

function isHeader(value: unknown): value is CompleteHeader {
  const { key, database, takenAt, isLast, sha256 } = value as Partial<CompleteHeader>;
  const isNamed = typeof key === "string" && isDatabaseName(database) && isInstant(takenAt);
  return isNamed && typeof isLast === "boolean" && typeof sha256 === "string";
}

/** A list of a place, or why it cannot be read. */
type ReadList = { readonly key: string } & (TombstoneList | { readonly problem: string });

/** Reads all lists of a place, one after the other. Rejects only if the store failed. */
export async function* readTombstoneLists(
  objects: ObjectStore,
  { keys, signal }: CallOptions & { readonly keys: KeyRing },
): AsyncGenerator<ReadList> {
  const seen = new Set<string>();
  const missing = new Set<string>();
  for (let isStable = false; !isStable;) {
    isStable = true;
    for await (const { key } of objects.list(TOMBSTONES, { signal })) {
      if (missing.delete(key)) yield { key, problem: `${key} is listed, but it is not there` };
      if (seen.has(key)) continue;
      seen.add(key);
      let problem = "is damaged";
      const list = await getVerified(objects, key, {
        signal,
        check: async (bytes) =>
          readTombstones(bytes, { key, keys }).catch((error: unknown) => {
            problem = error instanceof Error ? error.message : problem;
            return undefined;
          }),
      });
      if (list !== "missing") yield list === "damaged" ? { key, problem } : { key, ...list };
      else {
        // Another process may have just removed it: then a newer one has all of it.
        missing.add(key);
        isStable = false;
      }
    }
  }
}

/** Returns a list as the lines of an export. */
export function asExport({ tombstones }: TombstoneList): readonly ExportLine[] {
  const parts = { reach: "below", records: false, history: false, vectors: false } as const;
  const header = { type: "header", format: "kioku", formatVersion: 1, parts } as const;
  const checksum = new LineChecksum();
  const lines: ExportLine[] = [header, ...tombstones];
  for (const line of lines) checksum.add(line);
  const counts = { records: 0, tombstones: tombstones.length };
  return [...lines, { type: "footer", ...counts, sha256: checksum.digest() }];
}
