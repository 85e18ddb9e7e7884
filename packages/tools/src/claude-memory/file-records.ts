import type { Filter, Memory, MemoryRecord, WriteOptions } from "@kioku/core";
import { isTrusted, MOST_UNTRUSTED, ORIGINS } from "@kioku/core/toolkit";

import type { ClaudeMemorySettings } from "./claude-memory-options.js";
import { CommandError } from "./command-error.js";
import { directoriesOf, ROOT } from "./file-path.js";

/** Records of one page. */
const PAGE = 100;
/** Origins of others that can be trusted. */
const TRUSTED_OTHERS = ORIGINS.filter(
  (origin) => origin !== "assistant" && isTrusted({ origin, trust: 1 }),
);

/** Records of a directory, in the order of keys. */
export interface FilePage {
  readonly records: readonly MemoryRecord[];
  readonly isLast: boolean;
}

/** First key of a page. */
export type PageStart = { readonly $gte: string } | { readonly $gt: string };

/** The records that are files. Archived ones are; expired ones and those not true now are not. */
export class FileRecords {
  readonly memory: Memory;
  readonly settings: ClaudeMemorySettings;
  /** Options of all calls of one command. */
  readonly options: WriteOptions;

  constructor(memory: Memory, settings: ClaudeMemorySettings, options: WriteOptions) {
    this.memory = memory;
    this.settings = settings;
    this.options = options;
  }

  /** Returns the file of a key. */
  async file(key: string): Promise<MemoryRecord | undefined> {
    return key === ROOT ? undefined : this.first({ "@key": key });
  }

  /** Returns true for the root, and for a directory that files are in. */
  async isDirectory(key: string): Promise<boolean> {
    if (key === ROOT) return true;
    return (await this.first(inDirectory(key))) !== undefined;
  }

  /** Returns the first directory above a key that is a file. */
  async fileOnTheWay(key: string): Promise<string | undefined> {
    const keys = directoriesOf(key);
    if (keys.length === 0) return undefined;
    return (await this.first({ "@key": { $in: keys } }))?.key;
  }

  /** Returns the record that holds a key: of any kind, archived or no longer true. */
  async holder(key: string): Promise<MemoryRecord | undefined> {
    const query = {
      filter: { "@key": key },
      orderBy: "key",
      includeArchived: true,
      includeRetired: true,
      limit: 1,
    } as const;
    const { items } = await this.memory.list(query, { signal: this.options.signal });
    return items[0];
  }

  /** Returns the files below a directory, from a key on. */
  async page(key: string, from: PageStart): Promise<FilePage> {
    const filter = { $and: [inDirectory(key), { "@key": from }] };
    const { items, cursor } = await this.#list(filter, PAGE);
    return { records: items, isLast: cursor === undefined };
  }

  /** Returns the first selected file, in the order of keys. */
  async first(filter: Filter): Promise<MemoryRecord | undefined> {
    return (await this.#list(filter, 1)).items[0];
  }

  /** Refuses to change a trusted file of others for an untrusted model. @throws `untrusted` */
  requireOwn(
    file: Pick<MemoryRecord, "key" | "origin" | "trust">,
    action: "edit" | "delete" | "rename",
  ): void {
    if (this.#isTrustedModel() || file.origin === "assistant" || !isTrusted(file)) return;
    const remedy = action === "edit" ? " Create another file." : "";
    throw new CommandError(
      "untrusted",
      `File ${file.key} is not yours to ${action}: it is trusted more than what you write.${remedy}`,
    );
  }

  /** Returns a filter of the files that `requireOwn` refuses; `undefined` if it refuses none. */
  othersFiles(): Filter | undefined {
    if (this.#isTrustedModel()) return undefined;
    return { "@origin": { $in: TRUSTED_OTHERS }, "@trust": { $gt: MOST_UNTRUSTED } };
  }

  #isTrustedModel(): boolean {
    return isTrusted({ origin: "assistant", trust: this.settings.trust });
  }

  #list(filter: Filter, limit: number): ReturnType<Memory["list"]> {
    const kinds = [this.settings.kind];
    const query = { filter, kinds, orderBy: "key", includeArchived: true, limit } as const;
    return this.memory.list(query, { signal: this.options.signal });
  }
}

/** Selects all records below a directory. `0` is the character after `/`. */
export function inDirectory(key: string): Filter {
  return { "@key": { $gte: `${key}/`, $lt: `${key}0` } };
}

/** Returns the value of a file, or its content if it was written without a value. */
export function textOf({ value, content }: MemoryRecord): string {
  return typeof value === "string" ? value : content;
}
