import { MemoryError, type CallOptions, type MemoryRecord, type Scope } from "@kioku/core";
import { hashText, unlessAborted } from "@kioku/core/toolkit";

import { IMAGE_STATE } from "../../model/kinds.js";
import { chunksOf } from "../../records/chunks-of.js";
import { objectOf, textsOf } from "../../records/json.js";
import { readByKey } from "../../records/read-records.js";
import { isHeld, Lease } from "../../run/lease.js";
import type { ImageHost } from "../model/image-host.js";
import { imagesOf } from "../model/image-lists.js";
import { OWN_CAUSE, sha256Of } from "../model/image-record.js";
import { waitFor } from "../model/waiting.js";
import { allNotes, notedFiles, noteFiles, noteKey, removeNotes } from "./file-records.js";

const KEY = "images/collecting";
const AT_ONCE = 200;
const PAUSE_MS = 20;
/** Longest lease of the mark. */
const MARK_MS = 10_000;

/**
 * Removes files that no record refers to. It marks their names first, and reads the records after
 * that; `see` writes its record and its file first, and reads the marks after that. So one of the
 * two always notices the other.
 */
export class FileCollector {
  /** Work of this process is done one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  /** Removes those of these files that no record refers to; returns their number. */
  async remove(host: ImageHost, names: readonly string[], options: CallOptions): Promise<number> {
    let removed = 0;
    for (const part of chunksOf([...new Set(names)], AT_ONCE)) {
      removed += await this.withMark(host, part, {
        ...options,
        work: async (hold) => {
          const used = await usedNames(host, part, options);
          const unused = part.filter((name) => !used.has(name));
          for (const name of unused) {
            await hold();
            await host.blobs.delete(name, options);
          }
          return unused.length;
        },
      });
    }
    return removed;
  }

  /** Removes the file and the note of an image that went while its file was written. */
  async discard(host: ImageHost, record: MemoryRecord, options: CallOptions): Promise<void> {
    await this.remove(host, [sha256Of(record)], options);
    await removeNotes(host.root, [noteKey(record)], options);
  }

  /** Removes the files of images that are gone, by their scope and ids. */
  async removeOf(
    host: ImageHost,
    { scope, ids }: { readonly scope: Scope; readonly ids: readonly string[] },
    options: CallOptions,
  ): Promise<void> {
    const keys = ids.map((id) => noteKey({ scope, id }));
    const files = await notedFiles(host.root, keys, options);
    if (files.size === 0) return;
    await this.remove(host, [...files.values()], options);
    await removeNotes(host.root, [...files.keys()], options);
  }

  /** Removes all files that no record refers to, and mends the notes of files. */
  async sweep(host: ImageHost, options: CallOptions): Promise<number> {
    const files: string[] = [];
    // Records last: each was written before its note and its file.
    for await (const page of host.blobs.list(options)) files.push(...page);
    const left = new Set(await allNotes(host.root, options));
    const names = new Set<string>();
    for await (const page of imagesOf(host.root, { reach: "below" }, options)) {
      for (const record of page) names.add(sha256Of(record));
      // A record without a note is an imported one, or its writer has ended.
      const missing = page.filter((record) => !left.delete(noteKey(record)));
      if (missing.length > 0) await noteFiles(host, missing, options);
    }
    const unused = files.filter((name) => !names.has(name));
    const removed = await this.remove(host, unused, options);
    await removeNotes(host.root, [...left], options);
    return removed;
  }

  /**
   * Does something while these files are marked, and no other process does such a thing. `hold`
   * rejects with `conflict` once another one has taken the mark.
   */
  async withMark<T>(
    host: ImageHost,
    names: readonly string[],
    { work, signal }: CallOptions & { readonly work: (hold: () => Promise<void>) => Promise<T> },
  ): Promise<T> {
    const run = this.#last.then(async () => {
      // A process that ends in the middle holds up others for as long as that.
      const lease = await takeMark(markingOf(host), names, { signal });
      try {
        return await work(async () => {
          if (!(await lease.renew({ signal }))) throw takenByOthers();
        });
      } finally {
        await lease.release();
      }
    });
    this.#last = run.catch(() => undefined);
    return unlessAborted(run, signal);
  }
}

function markingOf(host: ImageHost): ImageHost {
  return { ...host, leaseMs: Math.min(host.leaseMs, MARK_MS) };
}

/** Tests if a file is about to be removed by any process. */
export async function isMarked(
  host: ImageHost,
  name: string,
  options: CallOptions,
): Promise<boolean> {
  const record = await readByKey(host.root, KEY, options);
  const { until, owner, names } = objectOf(record?.value);
  return (
    isHeld(until, markingOf(host)) &&
    typeof owner === "string" &&
    textsOf(names).includes(markOf(owner, name))
  );
}

/** Tries to take the mark, which another process has for a moment, or a dead one for its lease. */
const MAX_TRIES = 20_000;

async function takeMark(
  host: ImageHost,
  names: readonly string[],
  options: CallOptions,
): Promise<Lease> {
  const owner = crypto.randomUUID();
  const value = { names: names.map((name) => markOf(owner, name)) };
  const fixed = { key: KEY, kind: IMAGE_STATE, cause: OWN_CAUSE, value };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const lease = await Lease.take({ ...host, ...fixed, memory: host.root }, owner, options);
    if (lease) return lease;
    await waitFor(host, PAUSE_MS, options);
  }
  throw takenByOthers();
}

function takenByOthers(): MemoryError {
  const problem = "files of images are being removed by another process";
  return new MemoryError("conflict", problem, { retryable: true });
}

/** Hashes a name, so that no mark tells which files there were. */
function markOf(owner: string, name: string): string {
  return hashText(owner, name);
}

async function usedNames(
  { root }: ImageHost,
  names: readonly string[],
  options: CallOptions,
): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  const query = { reach: "below", filter: { sha256: { $in: names } } } as const;
  for await (const page of imagesOf(root, query, options)) {
    for (const record of page) used.add(sha256Of(record));
  }
  return used;
}
