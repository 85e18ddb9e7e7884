import type { BenchQuery } from "../data/bench-data.ts";

/** Some records by number, on their way into a peer. */
export interface PeerSlice {
  readonly first: number;
  readonly vectors: readonly Float32Array[];
  readonly texts: readonly string[];
}

/** Folder, width and size of a peer. */
export interface PeerOptions {
  readonly folder: string;
  readonly dimensions: number;
  readonly count: number;
}

/** A record that a peer found, with its text, as an application would need it. */
export interface PeerHit {
  readonly index: number;
  readonly text: string;
}

/** Another store, as the bench uses it: filled once, then asked. */
export interface Peer {
  /** Adds records; slices come in order. */
  add(slice: PeerSlice): Promise<void> | void;
  /** Finishes the work before the first search, such as making an index. */
  finish?(): Promise<void> | void;
  /** The numbers of the nearest records; absent where it knows no vectors. */
  search?(vector: Float32Array, limit: number): Promise<readonly number[]> | readonly number[];
  /** The best records by text and vector; absent where it knows no words. */
  hybrid?(query: BenchQuery, limit: number): Promise<readonly PeerHit[]> | readonly PeerHit[];
  close?(): Promise<void> | void;
}

/** Opens an empty one. Fails where its package is not there. */
export type OpenPeer = (options: PeerOptions) => Promise<Peer>;

/** A peer as `peers.ts` lists it. */
export interface KnownPeer {
  /** Package that it comes from; the version is the one in `peers/package.json`. */
  readonly from: string;
  readonly open: OpenPeer;
  /** Way of joining words and vectors; absent where it has vectors alone. */
  readonly hybridOf?: string;
  /** True where `hybrid` looks at words alone, so that it does less than a whole recall. */
  readonly isKeywordOnly?: boolean;
}
