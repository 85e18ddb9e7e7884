import type { Memory, WriteOptions, Filter, MemoryRecord } from "@kioku/core";

import type { ClaudeMemorySettings } from "./claude-memory-options.js";
import { directoriesOf, ROOT } from "./file-path.js";

/** How many records are read at once. */
const PAGE = 100;

/** Some of the records of a directory, in the order of keys. */
export interface FilePage {
  readonly records: readonly MemoryRecord[];
  readonly isLast: boolean;
}

/** Where a page begins. */
export type PageStart = { readonly $gte: string } | { readonly $gt: string };

/**
 * The records that are files, found by their keys. An archived one is a file like any other: what
 * fades from recall is still where it was put. One that is not true now, or has expired, is none.
 */
export class FileRecords {
  readonly memory: Memory;
  readonly settings: ClaudeMemorySettings;

  constructor(memory: Memory, settings: ClaudeMemorySettings) {
    this.memory = memory;
    this.settings = settings;
  }

  /** The file of a key. */
  async file(key: string, options: WriteOptions): Promise<MemoryRecord | undefined> {
    return key === ROOT ? undefined : this.first({ "@key": key }, options);
  }

  /** Whether there is a directory of this key: the root, or one that files are in. */
  async isDirectory(key: string, options: WriteOptions): Promise<boolean> {
    if (key === ROOT) return true;
    return (await this.first(inDirectory(key), options)) !== undefined;
  }

  /** The first directory on the way to a key that is a file. */
  async fileOnTheWay(key: string, options: WriteOptions): Promise<string | undefined> {
    const keys = directoriesOf(key);
    if (keys.length === 0) return undefined;
    return (await this.first({ "@key": { $in: keys } }, options))?.key;
  }

  /** Who holds a key, of whatever kind, archived or no longer true. */
  async holder(key: string, { signal }: WriteOptions): Promise<MemoryRecord | undefined> {
    const query = {
      filter: { "@key": key },
      orderBy: "key",
      includeArchived: true,
      includeRetired: true,
      limit: 1,
    } as const;
    const { items } = await this.memory.list(query, { signal });
    return items[0];
  }

  /** The files of a directory and of those below it, from a key on. */
  async page(key: string, from: PageStart, { signal }: WriteOptions): Promise<FilePage> {
    const filter = { $and: [inDirectory(key), { "@key": from }] };
    const { items, cursor } = await this.#list(filter, { signal }, PAGE);
    return { records: items, isLast: cursor === undefined };
  }

  /** The first file, in the order of keys, that a filter selects. */
  async first(filter: Filter, options: WriteOptions): Promise<MemoryRecord | undefined> {
    return (await this.#list(filter, options, 1)).items[0];
  }

  #list(filter: Filter, { signal }: WriteOptions, limit: number): ReturnType<Memory["list"]> {
    const kinds = [this.settings.kind];
    const query = { filter, kinds, orderBy: "key", includeArchived: true, limit } as const;
    return this.memory.list(query, { signal });
  }
}

/** Selects what is in a directory or below, of whatever kind. `0` is the character after `/`. */
export function inDirectory(key: string): Filter {
  return { "@key": { $gte: `${key}/`, $lt: `${key}0` } };
}

/** The text of a file: its value, or the content of one that was not written with a value. */
export function textOf({ value, content }: MemoryRecord): string {
  return typeof value === "string" ? value : content;
}
