import type { ObjectStore } from "kioku/backup";

import type { BackupControl } from "./backup-options.ts";
import type { BackupOrder } from "./backup-order.ts";

/** Fate of the calls of a place. */
export interface Mortality extends Pick<BackupOrder, "death"> {
  /** Called before each call with its number, from 1 on. */
  readonly onCall: (call: number) => void;
  readonly control?: BackupControl | undefined;
}

/** Wraps a place, so that the process kills itself at a call, and with a defect if there is one. */
export function mortalObjects(
  place: ObjectStore,
  { death, onCall, control }: Mortality,
): ObjectStore {
  let calls = 0;
  const begin = (): (() => void) => {
    calls += 1;
    const isLast = calls === death?.call;
    onCall(calls);
    if (isLast && death.when === "before") die();
    return () => {
      if (isLast) die();
    };
  };
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    const end = begin();
    const result = await work();
    end();
    return result;
  };
  const mortal: ObjectStore = {
    name: place.name,
    put: async (...given) => counted(async () => place.put(...given)),
    get: async (...given) => counted(async () => place.get(...given)),
    delete: async (...given) => counted(async () => place.delete(...given)),
    async *list(...given) {
      const end = begin();
      try {
        yield* place.list(...given);
      } finally {
        // It may be left in the middle.
        end();
      }
    },
  };
  return control === undefined ? mortal : defective(mortal, control);
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("a killed process goes on");
}

function defective(place: ObjectStore, control: BackupControl): ObjectStore {
  if (control === "retention-first") return removingEarly(place);
  const isKept = (key: string): boolean =>
    key.startsWith(control === "tombstones" ? "tombstones/" : "parts/");
  return keepingBack(place, isKept, control === "manifest-first");
}

/** Removes all backups once the first part of a new one comes. */
function removingEarly(place: ObjectStore): ObjectStore {
  return {
    ...place,
    put: async (key, ...given) => {
      if (key.endsWith("/000001")) {
        for await (const old of place.list("manifests/")) await place.delete(old.key);
      }
      await place.put(key, ...given);
    },
  };
}

/**
 * Keeps objects of some keys in the process, as if they had been stored. With `sendsLater` they are
 * stored with the first object after a manifest.
 */
function keepingBack(
  place: ObjectStore,
  isKept: (key: string) => boolean,
  sendsLater: boolean,
): ObjectStore {
  const kept = new Map<string, Uint8Array>();
  let hasManifest = false;
  return {
    ...place,
    put: async (key, body, options) => {
      if (sendsLater && hasManifest) {
        for (const [late, bytes] of kept) await place.put(late, bytes);
        kept.clear();
      }
      hasManifest = key.startsWith("manifests/");
      if (isKept(key)) kept.set(key, body);
      else await place.put(key, body, options);
    },
    get: async (key, options) => kept.get(key) ?? place.get(key, options),
    delete: async (key, options) => {
      kept.delete(key);
      await place.delete(key, options);
    },
    async *list(prefix, options) {
      for await (const found of place.list(prefix, options)) if (!kept.has(found.key)) yield found;
      for (const [key, { length }] of kept)
        if (key.startsWith(prefix)) yield { key, bytes: length };
    },
  };
}
