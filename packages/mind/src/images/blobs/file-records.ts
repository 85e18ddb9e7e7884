import type { CallOptions, ForgetTarget, Memory, MemoryRecord } from "@kioku/core";
import { hashText, scopeToPath } from "@kioku/core/toolkit";

import { IMAGE_STATE } from "../../model/kinds.js";
import { chunksOf } from "../../records/chunks-of.js";
import { objectOf, textOf } from "../../records/json.js";
import type { ImageHost } from "../model/image-host.js";
import { pagesOf } from "../model/image-lists.js";
import { EVERY, OWN_CAUSE, sha256Of } from "../model/image-record.js";

const PREFIX = "images/file/";
const AT_ONCE = 500;

/** Keys of the records of files. */
const FILES = { "@key": { $gte: PREFIX, $lt: "images/file0" } } as const;

/** Returns the key of the note of an image; an id may be there in several scopes. */
export function noteKey({ scope, id }: Pick<MemoryRecord, "scope" | "id">): string {
  return PREFIX + hashText(scopeToPath(scope), id);
}

/**
 * Notes at the root which file an image has: once the record of an image is gone, its scope and id
 * are all that is known of it.
 */
export async function noteFiles(
  { root }: Pick<ImageHost, "root">,
  records: readonly MemoryRecord[],
  { signal }: CallOptions,
): Promise<void> {
  const inputs = records.map((record) => ({
    key: noteKey(record),
    content: PREFIX,
    value: { sha256: sha256Of(record) },
    kind: IMAGE_STATE,
    origin: "derived" as const,
    form: "statement" as const,
    index: false,
  }));
  for (const part of chunksOf(inputs, AT_ONCE)) {
    await root.rememberAll(part, { signal, cause: OWN_CAUSE });
  }
}

/** Returns the names of files by the key of their note; keys without a note are left out. */
export async function notedFiles(
  root: Memory,
  keys: readonly string[],
  { signal }: CallOptions = {},
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const part of chunksOf(keys, AT_ONCE)) {
    const query = { ...EVERY, filter: { "@key": { $in: part } }, limit: AT_ONCE };
    for (const record of (await root.list(query, { signal })).items) {
      files.set(record.key ?? "", nameOf(record));
    }
  }
  return files;
}

/** Returns the keys of all notes. */
export async function allNotes(root: Memory, options: CallOptions): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const page of pagesOf(root, { filter: FILES, orderBy: "key" }, options)) {
    for (const { key = "" } of page) keys.add(key);
  }
  return keys;
}

/** Removes notes of images that are gone. */
export async function removeNotes(
  root: Memory,
  keys: readonly string[],
  { signal }: CallOptions = {},
): Promise<void> {
  for (const part of chunksOf(keys, AT_ONCE)) {
    const filter = { "@key": { $in: part } };
    await root.forget({ filter }, { purge: true, signal, cause: OWN_CAUSE });
  }
}

/** Tests if a removal at the root may take notes along, after which nobody knows their files. */
export async function removesNotes(root: Memory, target: ForgetTarget): Promise<boolean> {
  if (typeof target !== "object" || "key" in target) return false;
  if ("everything" in target) return true;
  const query = { ...EVERY, kinds: [IMAGE_STATE], filter: target.filter, limit: 1 } as const;
  return (await root.list(query)).items.length > 0;
}

function nameOf({ value }: MemoryRecord): string {
  return textOf(objectOf(value)["sha256"], "");
}
