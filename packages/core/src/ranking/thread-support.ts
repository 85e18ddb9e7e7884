/**
 * What neighbours one and two places away count: those before more than those after, since an
 * answer follows its question.
 */
const BEFORE = [1, 0.5] as const;
const AFTER = [0.8, 0.4] as const;

/** How far support reaches on each side. */
export const SUPPORT_REACH: number = BEFORE.length;

/** A candidate and its place in its thread. */
export interface ThreadItem {
  /** What it is worth by itself, 0 to 1. */
  readonly relevance: number;
  /** Names the thread; absent: it has none and is one of its own. */
  readonly thread?: string | undefined;
  /** The candidate just before it in its thread. */
  readonly previous?: ThreadItem | undefined;
  /** The candidate just after it. */
  readonly next?: ThreadItem | undefined;
}

/** How much support counts, each 0 to 1. */
export interface ThreadWeights {
  /** What the relevance of the record just before counts; others count less. */
  readonly neighbourWeight: number;
  /** What the relevance of the best record of the same thread counts. */
  readonly threadWeight: number;
}

/** What its thread adds to the relevance of a candidate; never beyond 1. */
export interface ThreadSupport {
  readonly neighbours: number;
  readonly thread: number;
}

/**
 * What was said just before and after tells what a short turn is about, and so does the
 * conversation it was said in. The best neighbour and the best record of the thread each take their
 * share of what is missing to 1: `1 - (1 - own)(1 - neighbour)(1 - thread)`.
 */
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
