import type { CallOptions, Filter, JsonObject, Memory, MemoryRecord } from "@kioku/core";

import { PASSAGE_KIND, textOf, type Passage } from "./passage.js";

/** A passage that an earlier import has stored. */
export interface StoredPassage extends Passage {
  readonly id: string;
  readonly key: string;
  /** Name of its file. */
  readonly file: string;
  readonly metadata: JsonObject;
  readonly occurredAt: Date | undefined;
  readonly trust: number;
}

/** Files by name, or all below a folder. */
export type FileSelection = readonly string[] | { readonly folder: string };

const PAGE = 1_000;

/** Returns the stored passages of files, in the order they were written. */
export async function readStored(
  memory: Memory,
  files: FileSelection,
  { signal }: CallOptions,
): Promise<readonly StoredPassage[]> {
  const filter: Filter = { "@origin": "import", file: inFiles(files) };
  const kinds = [PASSAGE_KIND];
  const found: StoredPassage[] = [];
  let cursor: string | undefined;
  do {
    const query = { kinds, filter, includeRetired: true, includeArchived: true, limit: PAGE };
    const page = await memory.list({ ...query, cursor }, { signal });
    found.push(...page.items.flatMap((record) => toStored(record)));
    ({ cursor } = page);
  } while (cursor !== undefined);
  return found;
}

function inFiles(files: FileSelection): { readonly $in: readonly string[] } | Between {
  if (!("folder" in files)) return { $in: files };
  // "0" is the character after "/".
  return { $gte: `${files.folder}/`, $lt: `${files.folder}0` };
}

interface Between {
  readonly $gte: string;
  readonly $lt: string;
}

function toStored(record: MemoryRecord): readonly StoredPassage[] {
  const { id, key, metadata, content, occurredAt, trust } = record;
  const { file, headings = [] } = metadata;
  if (key === undefined || typeof file !== "string" || !Array.isArray(headings)) return [];
  const titles = headings.filter((one) => typeof one === "string");
  const text = textOf(content, titles);
  return [{ id, key, file, headings: titles, text, metadata, occurredAt, trust }];
}
