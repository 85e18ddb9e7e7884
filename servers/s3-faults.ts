/** Ways in which a request to an S3 server goes wrong. */
export type S3Fault = (typeof S3_FAULTS)[number];

/**
 * Faults that a client can see: `busy` is 503 with `Retry-After`; `cut-before` ends the connection
 * before the server hears of the request, `cut-after` once it is done, `cut-midway` in the middle
 * of the answer; `stall` never answers, `stall-midway` stops in the middle; `short` sends half an
 * answer under the length of the whole.
 */
export const OPEN_FAULTS = [
  "busy",
  "cut-before",
  "cut-after",
  "cut-midway",
  "stall",
  "stall-midway",
  "short",
] as const;

/**
 * Faults behind an answer that looks right: `wrong-bytes` changes a byte; `truncated` sends half an
 * object with the length of that half; `not-stored` answers 200 to an upload and keeps nothing;
 * `not-found` answers so of what is there; `taken` answers 412 of what is not there; `list-omits`
 * leaves out an object of a list, `list-repeats` has one twice.
 */
export const SILENT_FAULTS = [
  "wrong-bytes",
  "truncated",
  "not-stored",
  "not-found",
  "taken",
  "list-omits",
  "list-repeats",
] as const;

/** All of them. */
export const S3_FAULTS = [...OPEN_FAULTS, ...SILENT_FAULTS] as const;

/** A request as far as faults are planned by it. */
export interface PlannedRequest {
  readonly method: string;
  /** Path with the query, without tokens. */
  readonly target: string;
  /** Counts requests of the same method and target, from 1 on. */
  readonly time: number;
}

/** Says which fault a request meets; `undefined`: none. */
export type FaultPlan = (request: PlannedRequest) => S3Fault | undefined;

/** Settings of seeded faults. */
export interface SeededFaults {
  readonly seed: number;
  /** Share of the requests that meet one, in [0, 1]. */
  readonly share: number;
  /** Faults to draw from. */
  readonly faults: readonly S3Fault[];
}

/**
 * Plans faults by a seed. Each depends on nothing but the seed, the request and how often there was
 * one like it, so that the order of requests at the same time does not matter.
 */
export function seededFaults({ seed, share, faults }: SeededFaults): FaultPlan {
  return ({ method, target, time }) => {
    const drawn = hashOf(`${seed} ${method} ${target} ${time}`);
    if (drawn / 2 ** 32 >= share) return undefined;
    return faults[hashOf(`${drawn} ${seed}`) % faults.length];
  };
}

/** FNV-1a with a final mix, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
