import { type Entry, findAfter, findEntry, LONGEST_CHINESE } from "./entries.js";

/** Characters before and after which a word of one character stands by itself. */
const BEFORE =
  "很太真好更最挺超还也都就又再不没别多这那么样点得我你他她它们是会想被让使叫人心的了可非比较有些特爱在总老大直只觉感到已经地别可说";
const AFTER =
  "了的啊呀吧呢吗嘛哦哟哇啦死极坏透得着过我你他她它您咱这那一个几很太真也都和又就是让把被给到不";
/** Verbs of one character, which take an object. */
const VERBS = "爱恨怕谢骗";
const DEGREE = { kind: "degree", score: 0, arousal: 0, factor: 1.2 } as const;

/** Words of a run of Chinese characters. */
interface ChineseTokens {
  /** Entries in order; `undefined` for a character that is none. */
  readonly entries: readonly (Entry | undefined)[];
  /** True if it asks, as 开不开心 does. */
  readonly isAsked: boolean;
}

/** Splits a run of Chinese characters by the longest words of the lexicon. */
export function chineseTokens(run: string, before: Entry | undefined): ChineseTokens {
  const entries: (Entry | undefined)[] = [];
  let isAsked = false;
  let last = before;
  let at = 0;
  while (at < run.length) {
    const isDoubt = isVerbNotVerb(run, at);
    isAsked ||= isDoubt;
    const { entry, length } = isDoubt ? NOTHING : wordAt(run, at, last);
    const isAlone = length > 1 || entry?.kind !== "feeling" || standsAlone(run, at, last);
    last = isAlone ? entry : undefined;
    entries.push(last);
    at += length;
  }
  return { entries, isAsked };
}

interface Found {
  readonly entry: Entry | undefined;
  readonly length: number;
}

const NOTHING: Found = { entry: undefined, length: 1 };

function longestAt(run: string, at: number, last: Entry | undefined): Found {
  const most = Math.min(LONGEST_CHINESE, run.length - at);
  for (let length = most; length > 0; length -= 1) {
    const word = run.slice(at, at + length);
    const entry = (last?.kind === "feeling" ? findAfter(word) : undefined) ?? findEntry(word);
    if (entry) return { entry, length };
  }
  return NOTHING;
}

/** Finds a word, and a degree in 好 where a feeling comes next. */
function wordAt(run: string, at: number, last: Entry | undefined): Found {
  const found = longestAt(run, at, last);
  if (found.length > 1 || run[at] !== "好" || at + 1 === run.length) return found;
  const isDegree = longestAt(run, at + 1, undefined).entry?.kind === "feeling";
  return isDegree ? { entry: DEGREE, length: 1 } : found;
}

/** Tests if a character of negation stands between two equal ones. */
function isVerbNotVerb(run: string, at: number): boolean {
  const middle = run[at];
  return (middle === "不" || middle === "没") && at > 0 && run[at - 1] === run[at + 1];
}

/** Tests if a word of one character is not a part of a longer one that is not known. */
function standsAlone(run: string, at: number, last: Entry | undefined): boolean {
  const [left, word, right] = [run[at - 1], run[at] ?? "", run[at + 1]];
  const isOpen = left === undefined || last !== undefined || BEFORE.includes(left);
  return isOpen && (right === undefined || VERBS.includes(word) || AFTER.includes(right));
}
