import { MemoryError } from "@kioku/core";

import { FORMAT, writeDocument } from "./document.js";
import { storeFailed } from "./errors.js";
import { createKeyRing } from "./keys.js";
import { manifestKey, partKey, toBackup, type Manifest } from "./manifest.js";
import type { Backup, CreateBackupOptions, CreatedBackup } from "./options.js";
import { claimPlace, type ClaimedPlace } from "./place.js";
import { removeOld } from "./remove-old.js";
import { parseKeep } from "./retention.js";
import { sendParts } from "./send-parts.js";
import { sendTombstones } from "./send-tombstones.js";
import { stage, type Staging } from "./staging.js";
import { putVerified } from "./transfer.js";

type Call = CreateBackupOptions & { readonly clock: () => Date };

/**
 * Backs a database up. When it resolves, each byte of the backup was read back and compared, and
 * the list of what was erased is in the place. A backup that was cut off less than an hour ago goes
 * on where it was. Old ones are removed last.
 * @throws `conflict` if the place is of another database; `invalid-input`; `store-unavailable`
 *   if it may succeed later; `store-failed` if the place does not keep what it is given.
 */
export async function createBackup(options: CreateBackupOptions): Promise<CreatedBackup> {
  const call: Call = { ...options, clock: options.clock ?? (() => new Date()) };
  const { signal, objects, database } = call;
  const keep = call.keep === undefined ? undefined : parseKeep(call.keep);
  signal?.throwIfAborted();
  const place = await claimPlace(objects, { keys: createKeyRing(call.key), database, signal });
  const { backup, isResumed, problems: left } = await makeBackup(place, call);
  const { removed, problems } = await removeOld(place, { ...call, keep, made: backup });
  return { ...backup, isResumed, removed, problems: [...left, ...problems] };
}

interface Made {
  readonly backup: Backup;
  readonly isResumed: boolean;
  readonly problems: readonly string[];
}

async function makeBackup(place: ClaimedPlace, call: Call): Promise<Made> {
  const staging = await stage(place, call);
  if (staging.isResumed && (await isComplete(place, staging, call))) {
    // It was cut off after its end.
    await staging.remove();
    return makeBackup(place, call);
  }
  try {
    const sent = await sendParts(place, staging, call);
    const { problems: kept } = await sendTombstones(place, call);
    const backup = await publish(place, { staging, sent, call });
    const problems = await staging.remove().then(
      () => kept,
      () => [...kept, `the local copy in ${call.stagingFolder} cannot be removed`],
    );
    return { backup, isResumed: staging.isResumed, problems };
  } catch (error) {
    const isWorthIt = MemoryError.is(error) && error.retryable && call.signal?.aborted !== true;
    await (isWorthIt ? staging.release() : staging.remove()).catch(() => undefined);
    if (!isWorthIt) await retract(place, staging);
    throw error;
  }
}

/** Removes the manifest of a backup that is not to be, which may be there and damaged. */
async function retract({ objects }: ClaimedPlace, { staged }: Staging): Promise<void> {
  await objects.delete(manifestKey(staged.id)).catch(() => undefined);
}

async function isComplete(
  { objects }: ClaimedPlace,
  staging: Staging,
  { signal }: Call,
): Promise<boolean> {
  try {
    return (await objects.get(manifestKey(staging.staged.id), { signal })) !== undefined;
  } catch (error) {
    await staging.release();
    throw error;
  }
}

/** Writes the manifest, with which the backup begins to exist. */
async function publish(
  { objects, keys, database }: ClaimedPlace,
  {
    staging: { staged },
    sent,
    call: { signal },
  }: {
    readonly staging: Staging;
    readonly sent: Pick<Manifest, "parts" | "sha256">;
    readonly call: Call;
  },
): Promise<Backup> {
  const { id, takenAt, kind, schema, records, spaces, bytes, encryption } = staged;
  const manifest: Manifest = {
    format: FORMAT,
    id,
    database,
    takenAt,
    kind,
    schema,
    records,
    spaces,
    bytes,
    ...sent,
    encryption,
  };
  const key = manifestKey(id);
  const body = await writeDocument(manifest, keys);
  await putVerified(objects, { key, body }, { signal, ifAbsent: true });
  // Another process takes parts without a manifest for orphans after a day.
  const missing = new Set([key, ...sent.parts.map((_, index) => partKey(id, index))]);
  for (const prefix of [key, `parts/${id}/`]) {
    for await (const found of objects.list(prefix, { signal })) missing.delete(found.key);
  }
  const [gone] = missing;
  if (gone === undefined) return toBackup(manifest);
  throw storeFailed(`${objects.name} does not list ${gone}: a restore would not find it`);
}
