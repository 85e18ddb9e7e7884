import type { SpaceState } from "@kioku/core/toolkit";

import type { MirrorStats } from "./mirror-stats.js";

/** How much there is in a store. */
export interface StoreStats {
  /** How many records there are, archived and expired ones included. */
  readonly records: number;
  /** How many of them can be found by their text. */
  readonly documents: number;
  /** How many scopes have records. */
  readonly scopes: number;
  /** The spaces that vectors are in, by id. */
  readonly spaces: readonly SpaceStats[];
  /** The length of the database. */
  readonly bytes: number;
  /** How much of it is in no use: `vacuum` gives it back, and new memories use it first. */
  readonly freeBytes: number;
  /** The length of the write-ahead log; 0 for a database in memory. */
  readonly walBytes: number;
  /** What is kept in memory for searches. */
  readonly mirror: MirrorStats;
}

/** How much there is in a space of vectors. */
export interface SpaceStats {
  /** The name of the space. */
  readonly id: string;
  /** How many numbers a vector has. */
  readonly dimensions: number;
  /** How many vectors there are. */
  readonly vectors: number;
  /** Whether recalls ask it. */
  readonly state: SpaceState;
}
