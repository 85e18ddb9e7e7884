import type { ScopeRange } from "@kioku/core/toolkit";

import type { CodeMatrix } from "../codes/code-matrix.js";
import { FilterCache } from "./filter-cache.js";
import { PostingCache } from "./posting-cache.js";
import type { Roster } from "./roster.js";

/** In areas of more records vectors are found by their codes. */
export const SMALL_AREA: number = 256;
/** An area that has grown may stay without codes for a while. */
const MOST_WITHOUT_CODES = 2 * SMALL_AREA;

/** Paths of scopes that are remembered. */
const MAX_PATHS = 4_096;

/** A space whose vectors a mirror knows. */
export interface MirroredSpace {
  readonly id: number;
  readonly dimensions: number;
}

/** What a mirror is made of at first. */
export interface MirrorParts {
  readonly area: ScopeRange;
  /** The transaction after which this is what the database holds. */
  readonly change: number;
  readonly roster: Roster;
  /** The spaces whose vectors it knows. */
  readonly spaces: readonly MirroredSpace[];
  /** Codes of vectors by number of the space, by slots of the roster. */
  readonly matrices: ReadonlyMap<number, CodeMatrix>;
}

/**
 * What searches need of one area, in memory. It holds no truth: whoever uses it brings it up to
 * date first.
 */
export class AreaMirror {
  readonly area: ScopeRange;
  readonly roster: Roster;
  readonly spaces: readonly MirroredSpace[];
  readonly matrices: ReadonlyMap<number, CodeMatrix>;
  readonly postings: PostingCache = new PostingCache();
  readonly filters: FilterCache = new FilterCache();
  /** The transaction up to which it has followed. */
  change: number;
  /** How many searches are using it. */
  users = 0;
  readonly #paths = new Map<number, string>();

  constructor({ area, change, roster, spaces, matrices }: MirrorParts) {
    this.area = area;
    this.change = change;
    this.roster = roster;
    this.spaces = spaces;
    this.matrices = matrices;
  }

  /** What it takes in memory, in bytes. */
  get bytes(): number {
    return this.roster.bytes + this.codesBytes + this.postings.bytes + this.filters.bytes;
  }

  /** What the codes of vectors take. */
  get codesBytes(): number {
    let bytes = 0;
    for (const matrix of this.matrices.values()) bytes += matrix.bytes;
    return bytes;
  }

  /**
   * Whether it can answer for the vectors of all these spaces: by codes, or because there are so
   * few that none are needed.
   */
  covers(spaces: readonly MirroredSpace[]): boolean {
    if (this.roster.alive <= MOST_WITHOUT_CODES) return true;
    return spaces.every(({ id }) => this.matrices.has(id));
  }

  /** The path of a scope of the area, asked for once. */
  pathOf(scope: number, read: (scope: number) => string): string {
    const known = this.#paths.get(scope);
    if (known !== undefined) return known;
    if (this.#paths.size >= MAX_PATHS) this.#paths.clear();
    const path = read(scope);
    this.#paths.set(scope, path);
    return path;
  }

  /** Gives its memory back; it must not be used afterwards. */
  release(): void {
    for (const matrix of this.matrices.values()) matrix.release();
  }
}
