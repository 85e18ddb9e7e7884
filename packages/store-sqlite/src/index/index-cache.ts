import { rangeKey, type ScopeRange } from "@kioku/core/toolkit";

import type { CodeMatrix } from "./codes/code-matrix.js";
import { mapBytes } from "./columns.js";
import { PostingCache } from "./posting-cache.js";
import type { RecordTable } from "./record-table.js";
import { FilterCache } from "./selected-ordinals.js";

/** Ranges with more records use codes of vectors. */
export const SMALL_RANGE: number = 256;
/** Records up to which a grown range may stay without codes. */
const MOST_WITHOUT_CODES = 2 * SMALL_RANGE;

const MAX_PATHS = 4_096;
/** Approximate sizes of the path of a scope, and of an index without its contents. */
const PATH_BYTES = 60;
const INDEX_BYTES = 600;
/** Share of the limit that an index without postings may take before its signs are dropped. */
const MOST_WITH_SIGNS = 7 / 8;

/** A space whose vectors are indexed. */
export interface IndexedSpace {
  readonly id: number;
  readonly dimensions: number;
}

type Contents = Pick<ResidentIndex, "range" | "change" | "table" | "spaces" | "matrices"> &
  Partial<Pick<ResidentIndex, "postings">>;

/** The data that searches of one range need, in memory. Bring it up to date before use. */
export class ResidentIndex {
  readonly range: ScopeRange;
  readonly table: RecordTable;
  readonly spaces: readonly IndexedSpace[];
  /** Codes of vectors by space number and ordinal. */
  readonly matrices: ReadonlyMap<number, CodeMatrix>;
  readonly postings: PostingCache;
  readonly filters: FilterCache = new FilterCache();
  /** The transaction that it is up to date with. */
  change: number;
  /** The newest transaction of which it may have some changes: it follows them in portions. */
  newest: number;
  users = 0;
  /** The transaction that its file is up to date with; absent: there is no file. */
  savedChange: number | undefined;
  /** Grows before each change, so that work with pauses notices one. */
  revision = 0;
  /** Number of records that changed since it was saved or loaded. */
  followed = 0;
  #paths: Map<number, string> | undefined;

  constructor({ range, change, table, spaces, matrices, postings }: Contents) {
    this.range = range;
    this.change = change;
    this.newest = change;
    this.table = table;
    this.spaces = spaces;
    this.matrices = matrices;
    this.postings = postings ?? new PostingCache();
  }

  get bytes(): number {
    const paths = mapBytes(this.#paths) + (this.#paths?.size ?? 0) * PATH_BYTES;
    const caches = this.postings.bytes + this.filters.bytes + paths;
    return INDEX_BYTES + this.table.bytes + this.codesBytes + caches;
  }

  get codesBytes(): number {
    let bytes = 0;
    for (const matrix of this.matrices.values()) bytes += matrix.bytes;
    return bytes;
  }

  /** Returns true if it can search these spaces: by codes, or because it is small. */
  covers(spaces: readonly IndexedSpace[]): boolean {
    if (this.table.alive <= MOST_WITHOUT_CODES) return true;
    return spaces.every(({ id }) => this.matrices.has(id));
  }

  /** Returns the path of a scope, read once. */
  pathOf(scope: number, read: (scope: number) => string): string {
    const paths = (this.#paths ??= new Map<number, string>());
    const known = paths.get(scope);
    if (known !== undefined) return known;
    if (paths.size >= MAX_PATHS) paths.clear();
    const path = read(scope);
    paths.set(scope, path);
    return path;
  }

  /** Gives up the signs of vectors, which searches can do without. */
  dropSigns(): void {
    for (const matrix of this.matrices.values()) matrix.dropSigns();
  }

  /** Frees its memory; do not use it afterwards. */
  release(): void {
    for (const matrix of this.matrices.values()) matrix.release();
  }
}

/** Resident indexes within a limit of bytes. Evicts the least recently used, never one in use. */
export class IndexCache {
  readonly maxBytes: number;
  /** Least recently used first. */
  readonly #indexes = new Map<string, ResidentIndex>();
  readonly #bytesOf = new Map<ResidentIndex, number>();
  #bytes = 0;
  /** Bytes reserved for indexes being loaded. */
  #reserved = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Size of all indexes as of their last use. */
  get bytes(): number {
    return this.#bytes;
  }

  get indexes(): Iterable<ResidentIndex> {
    return this.#indexes.values();
  }

  /** Returns true if there is an index of a range. */
  has(key: string): boolean {
    return this.#indexes.has(key);
  }

  spacesOf(key: string): readonly IndexedSpace[] {
    return this.#indexes.get(key)?.spaces ?? [];
  }

  /** Acquires the index of a range; `release` ends its use. */
  acquire(key: string): ResidentIndex | undefined {
    const resident = this.#indexes.get(key);
    if (!resident) return undefined;
    this.#indexes.delete(key);
    this.#indexes.set(key, resident);
    resident.users += 1;
    return resident;
  }

  /** Ends a use, and evicts others if the index has grown. */
  release(resident: ResidentIndex): void {
    resident.users -= 1;
    if (this.#isHere(resident)) this.#count(resident);
    else if (resident.users === 0) resident.release();
    this.#makeRoom();
  }

  /** Adds or replaces the index of a range. Returns false if there is no room. */
  put(resident: ResidentIndex): boolean {
    const key = rangeKey(resident.range);
    const before = this.#indexes.get(key);
    if (before) this.remove(before);
    this.#indexes.set(key, resident);
    this.#count(resident);
    this.#makeRoom();
    return this.#isHere(resident);
  }

  /** Removes an index; its memory is freed after its last use. */
  remove(resident: ResidentIndex): void {
    if (!this.#isHere(resident)) return;
    this.#indexes.delete(rangeKey(resident.range));
    this.#bytes -= this.#bytesOf.get(resident) ?? 0;
    this.#bytesOf.delete(resident);
    if (resident.users === 0) resident.release();
  }

  /** Reserves bytes, or frees a reservation if negative. Returns false if there is no room. */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > this.maxBytes) return false;
    this.#reserved += bytes;
    this.#makeRoom();
    if (bytes <= 0 || this.#over() <= 0) return true;
    this.#reserved -= bytes;
    return false;
  }

  clear(): void {
    for (const resident of this.#indexes.values()) this.remove(resident);
  }

  #isHere(resident: ResidentIndex): boolean {
    return this.#indexes.get(rangeKey(resident.range)) === resident;
  }

  #count(resident: ResidentIndex): void {
    const { bytes } = resident;
    this.#bytes += bytes - (this.#bytesOf.get(resident) ?? 0);
    this.#bytesOf.set(resident, bytes);
  }

  #over(): number {
    return this.#bytes + this.#reserved - this.maxBytes;
  }

  /** Evicts the least recently used, then caches inside of the last one, then the last one. */
  #makeRoom(): void {
    if (this.#over() <= 0) return;
    for (const resident of this.#indexes.values()) {
      if (this.#over() <= 0) return;
      if (resident.users > 0) continue;
      if (this.#indexes.size > 1) {
        this.remove(resident);
        continue;
      }
      resident.filters.clear();
      // Reading postings again and again would cost more than signs save.
      if (resident.bytes - resident.postings.bytes > this.maxBytes * MOST_WITH_SIGNS)
        resident.dropSigns();
      this.#count(resident);
      resident.postings.makeRoom(this.#over());
      this.#count(resident);
      if (this.#over() > 0) this.remove(resident);
    }
  }
}
