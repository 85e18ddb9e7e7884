import { randomBytes } from "node:crypto";

import { type CallOptions, type Memory, MemoryError } from "@kioku/core";
import type { ExportedTombstone } from "@kioku/core/toolkit";

import { FORMAT } from "./document.js";
import { backupId } from "./manifest.js";
import type { BackupSource, PublishedTombstones } from "./options.js";
import type { ClaimedPlace } from "./place.js";
import { type ListHeader, readTombstones, TOMBSTONES, writeTombstones } from "./tombstone-lists.js";
import { deleteVerified, putVerified } from "./transfer.js";

/** Limits of one list, so that memory stays flat however much was erased. */
const LIST = { tombstones: 20_000, characters: 4 * 1024 * 1024 } as const;

type SendCall = CallOptions & Pick<BackupSource, "memory"> & { readonly clock: () => Date };

/**
 * Writes what was erased to lists in the place, and removes the older lists of which all is in
 * these. A list that has something else stays: another copy of the database knew of it.
 */
export async function sendTombstones(
  place: ClaimedPlace,
  call: SendCall,
): Promise<PublishedTombstones> {
  const { memory, signal } = call;
  const takenAt = call.clock();
  const id = backupId(takenAt, randomBytes(4));
  let sent = 0;
  const lists: string[] = [];
  for await (const { tombstones, isLast } of inLists(memory, signal)) {
    const key = `${TOMBSTONES}${id}/${String(lists.length + 1).padStart(6, "0")}`;
    const header: ListHeader = {
      format: FORMAT,
      key,
      database: place.database,
      takenAt: takenAt.toISOString(),
      isLast,
      encryption: place.encryption(),
    };
    const body = await writeTombstones(header, tombstones, place.keys);
    await putVerified(place.objects, { key, body }, { signal }).catch(async (error: unknown) => {
      // A damaged list would stop restores.
      if (MemoryError.is(error, "store-failed")) await place.objects.delete(key).catch(() => {});
      throw error;
    });
    lists.push(key);
    sent += tombstones.length;
  }
  const problems = await removeContained(place, lists, call).catch((error: unknown) => {
    signal?.throwIfAborted();
    if (MemoryError.is(error)) return [error.message];
    throw error;
  });
  return { takenAt, tombstones: sent, problems };
}

interface NewList {
  readonly tombstones: readonly ExportedTombstone[];
  readonly isLast: boolean;
}

/** Yields at least one list: an empty one says that nothing was erased. */
async function* inLists(memory: Memory, signal: AbortSignal | undefined): AsyncGenerator<NewList> {
  let tombstones: ExportedTombstone[] = [];
  let characters = 0;
  for await (const tombstone of tombstonesOf(memory, signal)) {
    tombstones.push(tombstone);
    characters += nameOf(tombstone).length;
    if (tombstones.length < LIST.tombstones && characters < LIST.characters) continue;
    yield { tombstones, isLast: false };
    tombstones = [];
    characters = 0;
  }
  yield { tombstones, isLast: true };
}

async function* tombstonesOf(
  memory: Memory,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportedTombstone> {
  for await (const line of memory.export({ records: false, signal })) {
    if (line.type === "tombstone") yield line;
  }
}

function nameOf({ scope, hash }: ExportedTombstone): string {
  return JSON.stringify([scope, hash]);
}

/** Removes lists before these of which all is in these, and returns what is wrong with others. */
async function removeContained(
  { objects, keys }: ClaimedPlace,
  lists: readonly string[],
  { signal }: SendCall,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const older: string[] = [];
  const [first = ""] = lists;
  for await (const { key } of objects.list(TOMBSTONES, { signal })) {
    // Of two that were sent at once, one stays.
    if (key < first) older.push(key);
  }
  const namesIn = async (key: string): Promise<readonly string[] | undefined> => {
    const bytes = await objects.get(key, { signal });
    return bytes && (await readTombstones(bytes, { key, keys })).tombstones.map(nameOf);
  };
  for (const key of older) {
    const names = await namesIn(key).catch((error: unknown) => {
      if (!MemoryError.is(error) || error.retryable) throw error;
      // It is left for a person to see.
      problems.push(error.message);
      return undefined;
    });
    if (!names) continue;
    const missing = new Set(names);
    for (const list of lists) {
      if (missing.size === 0) break;
      // That list may be the only one of what the database knows now.
      for (const name of (await namesIn(list)) ?? []) missing.delete(name);
    }
    if (missing.size === 0) await deleteVerified(objects, key, { signal });
  }
  return problems;
}
