import type { Engine } from "../places/place.ts";
import type { Times } from "../times.ts";
import type { SkippedPeer } from "./adapters/start-peers.ts";
import type { BesidePlain } from "./measure/beside-plain.ts";
import type { ColdOpen } from "./measure/cold-open.ts";
import type { LoopDelay } from "./measure/loop-delay.ts";
import type { SingleCommits } from "./measure/single-commits.ts";
import type { PeerResult, Turns } from "./measure/turns-report.ts";
import type { CallersRates, Rates } from "./measure/write-rates.ts";

/** Times, and the share of the ten true best that were found. */
interface SearchReport extends Times {
  readonly recallAt10: number;
}

/** Figures of one run: the object on the last line of `--json`. Times in milliseconds. */
export interface StoreReport {
  readonly store: string;
  /** Records of the large scope. */
  readonly count: number;
  readonly dimensions: number;
  /** The vector leg alone, against an exact comparison in float64. */
  readonly vector: SearchReport;
  /** Whole recalls, against the same recalls answered without any index. */
  readonly hybrid: SearchReport;
  /** Whole recalls in a scope of 100 records of the same file. */
  readonly smallScope: { readonly p50Ms: number };
  /** Rows per second through the store, by records in a batch. */
  readonly writeRowsPerSecond: Rates;
  readonly bytesPerRecord: number;
  readonly coldOpenMs: number;
  readonly loopDelayP99Ms: number;
  readonly peers: readonly PeerResult[];
  /** Factor by which vec0 of sqlite-vec took longer for the same queries, asked in turns. */
  readonly vectorSpeedup: number;
  /** Kioku beside the peers and the memory of the machine. */
  readonly turns: Turns;
  /** The same rates through `memory.rememberAll`. */
  readonly rememberRowsPerSecond: Rates;
  /** Of 16 callers at once that write one row each. */
  readonly callersRowsPerSecond: CallersRates;
  readonly singleWriteP50Ms: SingleCommits["singleWriteP50Ms"];
  readonly bareCommitP50Ms: SingleCommits["bareCommitP50Ms"];
  readonly singleCommitRatio: SingleCommits["singleCommitRatio"];
  readonly warmAfterMs: ColdOpen["warmAfterMs"];
  readonly secondRecallMs: ColdOpen["secondRecallMs"];
  readonly longestColdRecallMs: ColdOpen["longestColdRecallMs"];
  readonly coldStallMs: ColdOpen["coldStallMs"];
  readonly residentMb: ColdOpen["residentMb"];
  readonly loopDelayMaxMs: LoopDelay["loopDelayMaxMs"];
  readonly smallScopeP95Ms: number;
  /** Time to write all records, in batches of 1,000. */
  readonly fillMs: number;
  /** Time in which the store prepared its indexes and statistics. */
  readonly settleMs: number;
  /** Queries that vectors and recalls were compared with the truth on. */
  readonly compared: { readonly vector: number; readonly hybrid: number };
  readonly skippedPeers: readonly SkippedPeer[];
  /** The database and its extensions, with their versions. */
  readonly engine: Engine;
  /** Kioku beside the bare server and plain pgvector; absent where there is none. */
  readonly plain?: BesidePlain;
  readonly hard: boolean;
  readonly seed: number;
}
