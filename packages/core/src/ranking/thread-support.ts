/** Weights of neighbours at distance one and two. An answer follows its question. */
const BEFORE = [1, 0.5] as const;
const AFTER = [0.8, 0.4] as const;
/** Weight of a thread in talk between people, whose sessions are long. */
const TALK_THREAD = 0.5;
/** Weight of a question, for what was said next, and of the words said around. */
const TALK_ANSWER = 0.9;
const TALK_WORDS = 0.7;

/** Distance that support reaches on each side. */
export const SUPPORT_REACH: number = BEFORE.length;

/** A candidate and its position in its thread. */
export interface ThreadItem {
  /** Its own relevance, 0 to 1. */
  readonly relevance: number;
  /** Share of the query's words that it has, 0 to 1. @defaultValue 0 */
  readonly coverage?: number | undefined;
  /** True if it ends with a question. */
  readonly asks?: boolean | undefined;
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

/**
 * Lets the records of a thread support each other: `1 - (1 - own)(1 - neighbour)(1 - thread)`. In
 * talk between people also an answer by its question, and all by the words said around them.
 */
export function threadSupport(
  items: readonly ThreadItem[],
  { neighbourWeight, threadWeight }: ThreadWeights,
  isTalk = false,
): ThreadSupport[] {
  const threads = new Map<string, { best: number }>();
  const threadOf = items.map(({ thread, relevance }) => {
    if (thread === undefined) return { best: relevance };
    let known = threads.get(thread);
    if (!known) threads.set(thread, (known = { best: 0 }));
    known.best = Math.max(known.best, relevance);
    return known;
  });
  const usesTalk = isTalk && neighbourWeight > 0;
  const weight = usesTalk && threadWeight > 0 ? TALK_THREAD : threadWeight;
  return items.map((item, index) => {
    const missing = 1 - item.relevance;
    const beside = 1 - neighbourWeight * bestNeighbour(item);
    const apart = usesTalk ? beside * talkApart(item) : beside;
    const thread = weight * (threadOf[index]?.best ?? 0);
    return { neighbours: missing * (1 - apart), thread: missing * apart * thread };
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

/** Returns the share that the question before and the words around leave open. */
function talkApart(item: ThreadItem): number {
  const { previous, next } = item;
  const asked = previous?.asks === true && item.asks !== true ? previous.relevance : 0;
  const words = Math.max(
    item.coverage ?? 0,
    previous?.coverage ?? 0,
    previous?.previous?.coverage ?? 0,
    next?.coverage ?? 0,
    next?.next?.coverage ?? 0,
  );
  return (1 - TALK_ANSWER * asked) * (1 - TALK_WORDS * words);
}
