import type { DataSettings } from "../data/clustered-vectors.ts";

/** Work for the process of a peer. */
export interface PeerTask {
  readonly name: string;
  readonly settings: DataSettings;
  /** A folder for its files. */
  readonly folder: string;
  /** Time that it may take to be filled, and for the queries of one turn. */
  readonly allowedMs: number;
}

/** Question for a peer: the nearest vectors, or the best by words and vectors. */
export type Ask = "vector" | "hybrid";

/** Queries of one turn, by number. */
export interface AskPeer {
  readonly ask: Ask;
  readonly first: number;
  readonly count: number;
}

/** Milliseconds that each query took, and the numbers of the records that it found. */
export interface Answered {
  readonly times: readonly number[];
  readonly found: readonly (readonly number[])[];
  /** Processor time of the process for all of them, on all cores. */
  readonly cpuMs: number;
}

/** The peer is filled, and can be asked. */
export interface Filled {
  /** Time that the peer itself took. */
  readonly buildMs: number;
  readonly asks: readonly Ask[];
}

/** Messages of the process: its own time counts from `begins` to `ended`. */
export type FromPeer =
  | { readonly type: "begins"; readonly spentMs: number }
  | { readonly type: "ended" }
  | ({ readonly type: "filled" } & Filled)
  | ({ readonly type: "answered" } & Answered);
