import type { CallOptions } from "@kioku/core";

import { IMAGE_STATE } from "../../model/kinds.js";
import { unlessConflict } from "../../records/conflicts.js";
import { objectOf } from "../../records/json.js";
import { readByKey } from "../../records/read-records.js";
import type { ImageHost } from "../model/image-host.js";
import { OWN_CAUSE } from "../model/image-record.js";

const KEY = "images/progress";

/** Failures of the model since its last success. */
interface CaptionProgress {
  readonly failures: number;
  /** The last one in words. */
  readonly failure?: string | undefined;
  /** From when the background tries again. */
  readonly retryAt?: number | undefined;
  readonly version: number;
}

/** Reads the failures of a scope. */
export async function readProgress(
  { memory }: ImageHost,
  options: CallOptions,
): Promise<CaptionProgress> {
  const record = await readByKey(memory, KEY, options);
  const { failures, failure, retryAt } = objectOf(record?.value);
  return {
    failures: typeof failures === "number" ? failures : 0,
    ...(typeof failure === "string" ? { failure } : {}),
    ...(typeof retryAt === "number" ? { retryAt } : {}),
    version: record?.version ?? 0,
  };
}

/** Writes the failures of a scope; without one, removes what is written. */
export async function writeProgress(
  { memory }: ImageHost,
  { version, ...progress }: CaptionProgress,
  { signal }: CallOptions,
): Promise<void> {
  if (progress.failures > 0) {
    const fixed = { kind: IMAGE_STATE, origin: "derived", index: false, cause: OWN_CAUSE } as const;
    await unlessConflict(memory.set(KEY, progress, { ...fixed, ifVersion: version, signal }));
  } else if (version > 0) {
    const how = { ifVersion: version, purge: true, signal, cause: OWN_CAUSE };
    await unlessConflict(memory.forget({ key: KEY }, how));
  }
}
