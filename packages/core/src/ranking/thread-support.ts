/** Weights of neighbours at distance one and two. An answer follows its question. */
const BEFORE = [1, 0.5] as const;
const AFTER = [0.8, 0.4] as const;

/** Distance that support reaches on each side. */
export const SUPPORT_REACH: number = BEFORE.length;

/** A candidate and its position in its thread. */
export interface ThreadItem {
  /** Its own relevance, 0 to 1. */
  readonly relevance: number;
  /** Names the thread; absent: it has none and is one of its own. */
  readonly thread?: string | undefined;
  /** The candidate just before it in its thread. */
  readonly previous?: ThreadItem | undefined;
  /** The candidate just after it. */
  readonly next?: ThreadItem | undefined;
}

/** Weights of support, each 0 to 1. */
export interface ThreadWeights {
  /** Weight of the relevance of the record just before; others count less. */
  readonly neighbourWeight: number;
  /** Weight of the relevance of the best record of the same thread. */
  readonly threadWeight: number;
}

/** Relevance that a thread adds to that of a candidate; the sum never passes 1. */
export interface ThreadSupport {
  readonly neighbours: number;
  readonly thread: number;
}

/** Lets the records of a thread support each other: `1 - (1 - own)(1 - neighbour)(1 - thread)`. */
export function threadSupport(
  items: readonly ThreadItem[],
  { neighbourWeight, threadWeight }: ThreadWeights,
): ThreadSupport[] {
  const bestOfThread = new Map<string, number>();
  for (const { thread, relevance } of items) {
    if (thread === undefined) continue;
    bestOfThread.set(thread, Math.max(bestOfThread.get(thread) ?? 0, relevance));
  }
  return items.map((item) => {
    const missing = 1 - item.relevance;
    const neighbour = neighbourWeight * bestNeighbour(item);
    const best = item.thread === undefined ? undefined : bestOfThread.get(item.thread);
    const thread = threadWeight * (best ?? item.relevance);
    return { neighbours: missing * neighbour, thread: missing * (1 - neighbour) * thread };
  });
}

function bestNeighbour({ previous, next }: ThreadItem): number {
  return Math.max(
    BEFORE[0] * (previous?.relevance ?? 0),
    BEFORE[1] * (previous?.previous?.relevance ?? 0),
    AFTER[0] * (next?.relevance ?? 0),
    AFTER[1] * (next?.next?.relevance ?? 0),
  );
}
