import type { FeedEntry, FeedLine } from "../../../wire/feed.js";

/** Most rows that are kept. */
const MOST_ROWS = 500;
/** Most durations of a verb that are kept, the latest ones. */
const MOST_DURATIONS = 200;
/** Seconds of which calls are counted. */
export const SECONDS = 60;

/** Sort of an entry; a `call` says nothing that other entries do not say, too. */
export type Sort = "write" | "read" | "gone" | "mind" | "trouble" | "call";

/** Entry with a number of its own. */
export interface Row {
  readonly key: number;
  readonly sort: Sort;
  readonly entry: FeedEntry;
}

/** Calls of a verb. */
interface Verb {
  readonly calls: number;
  readonly failed: number;
  /** Milliseconds, the latest last. */
  readonly durations: readonly number[];
}

/** Entries so far, and counts of them. */
export interface FeedState {
  /** The newest first. */
  readonly rows: readonly Row[];
  /** Number of all rows there were. */
  readonly told: number;
  /** Number of entries that were left out. */
  readonly dropped: number;
  /** Number of entries by sort; those of this page apart. */
  readonly sorts: Readonly<Partial<Record<Sort | "own", number>>>;
  /** Calls by name. */
  readonly verbs: Readonly<Record<string, Verb>>;
  /** Calls by second, since 1970. */
  readonly seconds: ReadonlyMap<number, number>;
  /** Why there will be no more. */
  readonly end?: "studio" | "memory" | undefined;
}

/** State before the first line. */
export const NOTHING: FeedState = {
  rows: [],
  told: 0,
  dropped: 0,
  sorts: {},
  verbs: {},
  seconds: new Map(),
};

/** Returns the state after a line that came in a second. */
export function afterLine(state: FeedState, line: FeedLine, second: number): FeedState {
  if ("beat" in line) return state;
  if ("end" in line) return { ...state, end: line.end };
  if ("dropped" in line) return { ...state, dropped: state.dropped + line.dropped };
  const { entry } = line;
  const sort = sortOf(entry);
  const row = { key: state.told, sort, entry };
  const isOwn = entry.by === "studio";
  const isCall = entry.by === "elsewhere" || (!isOwn && entry.operation !== undefined);
  const counted = isOwn ? "own" : sort;
  return {
    ...state,
    rows: [row, ...state.rows.slice(0, MOST_ROWS - 1)],
    told: state.told + 1,
    sorts: { ...state.sorts, [counted]: (state.sorts[counted] ?? 0) + 1 },
    verbs: isOwn ? state.verbs : afterCall(state.verbs, entry),
    seconds: isCall ? afterSecond(state.seconds, second) : state.seconds,
  };
}

/** Returns the sort of an entry. */
export function sortOf({ name, error }: FeedEntry): Sort {
  if (error !== undefined || name === "degraded") return "trouble";
  if (name === "operation") return "call";
  if (name === "recalled" || name === "surfaced" || name === "used") return "read";
  if (name === "forgotten" || name === "erased") return "gone";
  return name === "consolidated" || name === "reminder" ? "mind" : "write";
}

/** Returns the value below which so large a share of some numbers is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Returns calls of each of the last seconds, the latest last. */
export function callsOf({ seconds }: FeedState, second: number): readonly number[] {
  return Array.from(
    { length: SECONDS },
    (_, index) => seconds.get(second - SECONDS + 1 + index) ?? 0,
  );
}

function afterCall(
  verbs: FeedState["verbs"],
  { operation, durationMs, error }: FeedEntry,
): FeedState["verbs"] {
  if (operation === undefined || durationMs === undefined) return verbs;
  const { calls, failed, durations } = verbs[operation] ?? { calls: 0, failed: 0, durations: [] };
  return {
    ...verbs,
    [operation]: {
      calls: calls + 1,
      failed: failed + (error === undefined ? 0 : 1),
      durations: [...durations.slice(1 - MOST_DURATIONS), durationMs],
    },
  };
}

function afterSecond(seconds: FeedState["seconds"], second: number): FeedState["seconds"] {
  const kept = [...seconds].filter(([at]) => at > second - SECONDS);
  return new Map([...kept, [second, (seconds.get(second) ?? 0) + 1]]);
}
