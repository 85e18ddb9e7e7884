/** Figures that the simulation builds on: measured, but for `requests` and `node`. */
export interface Inputs {
  /** Width of the vectors. */
  readonly dimensions: number;
  /** Bytes of the tables and indexes of a schema without records. */
  readonly emptyShardBytes: number;
  /** Tenants without an index of their own. */
  readonly small: { readonly recordsEach: number; readonly bytesPerMemory: number };
  /** Tenants with one. */
  readonly large: {
    readonly indexFrom: number;
    /** Memories of the measured one. */
    readonly memories: number;
    readonly bytesPerMemory: number;
    /** Of these the index of vectors. */
    readonly indexBytesPerMemory: number;
  };
  /** Processor time of the server for one call, in milliseconds. */
  readonly cpu: {
    readonly smallRecallMs: number;
    readonly largeRecallMs: number;
    readonly rememberMs: number;
  };
  /** Bytes of the write-ahead log for one memory. */
  readonly logBytesPerRemember: number;
  /** Time of `maintain` of the schema of small tenants when nothing is to do. */
  readonly maintainMs: number;
  /** Processor time of the server for asking an empty queue for jobs, in milliseconds. */
  readonly claimCpuMs: number;
  /** Moves of a schema to another server, the smaller first: time is linear in bytes. */
  readonly move: { readonly how: string; readonly smaller: Moved; readonly larger: Moved };
  /** Assumed: share of recalls among requests; the others are calls of `remember`. */
  readonly requests: { readonly recalls: number };
  /** Assumed: a server, and the share of its processors that may be busy. */
  readonly node: { readonly cores: number; readonly memoryGiB: number; readonly busy: number };
}

/** One move. */
export interface Moved {
  readonly bytes: number;
  readonly ms: number;
}

/** The part of the inputs that is assumed. */
export const ASSUMED: Pick<Inputs, "requests" | "node"> = {
  requests: { recalls: 0.8 },
  node: { cores: 8, memoryGiB: 64, busy: 0.5 },
};
