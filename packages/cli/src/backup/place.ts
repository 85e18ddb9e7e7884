import { MemoryError, type CallOptions } from "@kioku/core";

import { FORMAT, readDocument, writeDocument } from "./document.js";
import { conflict, invalidInput, notFound } from "./errors.js";
import { newEncryption, type Encryption, type KeyRing } from "./keys.js";
import { isDatabaseName } from "./manifest.js";
import type { ObjectStore } from "./object-store.js";
import { readManifests } from "./read-manifests.js";
import { putVerified } from "./transfer.js";

/** Says whose backups a place holds, and whether they are encrypted. */
interface PlaceMark {
  readonly format: typeof FORMAT;
  readonly database: string;
  readonly encryption?: Encryption | undefined;
}

/** A place that takes backups of the database of a call. */
export interface ClaimedPlace {
  /** Its objects. */
  readonly objects: ObjectStore;
  /** Keys of its secret. */
  readonly keys: KeyRing;
  /** Database that it is of. */
  readonly database: string;
  /** Returns how a new object is encrypted; `undefined` if nothing is. */
  readonly encryption: () => Encryption | undefined;
}

const KEY = "place.json";

interface Claim extends CallOptions, Pick<ClaimedPlace, "keys" | "database"> {
  /** True for a call that is of use only in a place that has been taken. */
  readonly mustBeTaken?: boolean;
}

/**
 * Takes a place for a database, or finds that it has been taken for it, with the same secret.
 * @throws `conflict` if it is of another database; `invalid-input` if its secret is another one;
 *   `not-found` if it must be taken and is not.
 */
export async function claimPlace(
  objects: ObjectStore,
  { keys, database, signal, mustBeTaken = false }: Claim,
): Promise<ClaimedPlace> {
  if (!isDatabaseName(database)) {
    throw invalidInput("option database must be 1 to 64 of A-Z, a-z, 0-9, _ and -");
  }
  const taken = await readMark(objects, { keys, signal });
  if (!taken && mustBeTaken) throw notFound(`no backup is in ${objects.name}`);
  const mark = taken ?? (await writeMark(objects, { keys, database, signal }));
  if (mark.database !== database) {
    throw conflict(
      `${objects.name} holds backups of database ${mark.database}, not of ${database}: choose another place, or adopt them (--adopt) if the database was moved`,
    );
  }
  if (mark.encryption !== undefined && !keys.hasSecret) {
    throw invalidInput(`backups in ${objects.name} are encrypted: set their key`);
  }
  const { encryption } = mark;
  return { objects, keys, database, encryption: () => encryption && newEncryption(encryption) };
}

/** Reads the mark of a place; one that is damaged or missing is made again from a manifest. */
async function readMark(
  objects: ObjectStore,
  { keys, signal }: CallOptions & Pick<ClaimedPlace, "keys">,
): Promise<PlaceMark | undefined> {
  const bytes = await objects.get(KEY, { signal });
  try {
    if (bytes) return await readDocument(bytes, isMark, { key: KEY, keys });
  } catch (error) {
    if (!MemoryError.is(error, "store-failed")) throw inPlace(error, objects);
  }
  for await (const { manifest, error } of readManifests(objects, { keys, signal })) {
    if (manifest) return manifest;
    if (!MemoryError.is(error, "store-failed")) throw inPlace(error, objects);
  }
  return undefined;
}

function inPlace(error: unknown, { name }: ObjectStore): unknown {
  if (!MemoryError.is(error)) return error;
  return new MemoryError(error.code, `${name}: ${error.message}`, { cause: error });
}

/** Writes the mark, unless somebody does at the same moment: what is read then counts. */
async function writeMark(
  objects: ObjectStore,
  { keys, database, signal }: CallOptions & Pick<ClaimedPlace, "keys" | "database">,
): Promise<PlaceMark> {
  const encryption = keys.hasSecret ? newEncryption() : undefined;
  const mark: PlaceMark = { format: FORMAT, database, encryption };
  const body = await writeDocument(mark, keys);
  const ours = await objects.get(KEY, { signal });
  // A damaged one is replaced, once.
  const options = { signal, ifAbsent: ours === undefined };
  try {
    await putVerified(objects, { key: KEY, body }, options);
    return mark;
  } catch (error) {
    const other = await readMark(objects, { keys, signal });
    if (other === undefined) throw error;
    return other;
  }
}

function isMark(value: unknown): value is PlaceMark {
  return isDatabaseName((value as Partial<PlaceMark>).database);
}
