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

/**
 * Another store of vectors, as the bench uses it: filled once, then asked for the nearest records.
 */
export interface Peer {
  /** Adds records; slices come in order. */
  add(slice: PeerSlice): Promise<void> | void;
  /** Finishes the work before the first search, such as making an index. */
  finish?(): Promise<void>;
  /** The numbers of the nearest records. */
  search(vector: Float32Array, limit: number): Promise<readonly number[]> | readonly number[];
  close?(): Promise<void> | void;
}

/** Opens an empty one. Fails where its package is not there. */
export type OpenPeer = (options: PeerOptions) => Promise<Peer>;
