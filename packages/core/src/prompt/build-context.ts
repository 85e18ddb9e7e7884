import type { CitedMemory, PromptContext, PromptOptions } from "../api/prompt-context.js";
import type { OmittedMemory, Recalled, RecalledMemory } from "../api/queries.js";
import { recordKey } from "../internal/record-key.js";
import { compareText } from "../model/compare-text.js";
import { derivableTrust, isTrusted } from "../model/trust.js";
import { duplicateKeys } from "../text/duplicate-keys.js";
import { passageWords } from "./best-passage.js";
import { checkMemories, checkPromptOptions } from "./check-prompt-options.js";
import type { CheckedPromptOptions } from "./check-prompt-options.js";
import { resolveCitations } from "./citations.js";
import { compareByBlock, compareByTime, groupMemories } from "./group-memories.js";
import type { GroupedMemory } from "./group-memories.js";
import { NoteWriter } from "./note-writer.js";
import { wrapNotes } from "./prompt-notes.js";

/** A text with more units than this for each token of the budget is too long. */
const MOST_UNITS = 16;
/** A long text is too long if its estimate is this many times the tokens that are left. */
const MOST_ESTIMATED = 1.25;
/** Least tokens for a passage, as far as they are left. */
const LEAST_SHARE = 160;

/**
 * Writes memories as fenced, escaped and labelled text within a token budget. Memories are taken
 * best first as long as they fit, each with its neighbours if it has any. One that is too long is
 * passed over for shorter ones behind it, and shortened to its beginning if there is room then. The
 * same memories give the same bytes.
 * @throws `invalid-input` naming the argument, what is allowed and what came.
 */
export function buildContext(
  memories: Recalled | readonly RecalledMemory[],
  options: PromptOptions = {},
): PromptContext {
  return buildContextFor("", memories, options);
}

/** Does the same, but shortens to the passage with the most words of a query. */
export function buildContextFor(
  query: string,
  memories: Recalled | readonly RecalledMemory[],
  options: PromptOptions = {},
): PromptContext {
  checkMemories(memories);
  const writing: Writing = { ...checkPromptOptions(options), query };
  const writer = new NoteWriter(writing);
  const grouped = groupMemories(memories);
  const known = new Set(grouped.map(({ memory }) => recordKey(memory)));
  const { distinct, duplicates } = splitDuplicates(grouped);
  const { chosen, rest } = chooseWithinBudget(distinct, writer, writing);
  let kept = chosen.length;
  let rendering = renderAll(chosen, writer, writing);
  while (kept > 0 && rendering.tokens > writing.budget) {
    kept -= 1;
    rendering = renderAll(chosen.slice(0, kept), writer, writing);
  }
  const { included } = rendering;
  const { notice, omitted = [] } = memories as Recalled;
  const tooLong = [...chosen.slice(kept), ...rest];
  return {
    ...rendering,
    ...(notice ? { notice } : {}),
    trust: Math.min(1, ...included.map(({ memory }) => derivableTrust(memory))),
    origins: [...new Set(included.map(({ memory }) => memory.origin))].toSorted(compareText),
    omitted: [
      ...tooLong.map(({ memory }): OmittedMemory => ({ memory, reason: "budget" })),
      ...duplicates,
      ...omitted.filter(({ memory }) => !known.has(recordKey(memory))),
    ],
    citations: (answer) => resolveCitations(answer, included),
  };
}

type Writing = CheckedPromptOptions & { readonly query: string };

function renderAll(
  memories: readonly GroupedMemory[],
  writer: NoteWriter,
  { order, preamble, cautiousPreamble }: Writing,
): Pick<PromptContext, "text" | "tokens" | "included"> {
  if (memories.length === 0) return { text: "", tokens: 0, included: [] };
  const ordered = memories.toSorted(order === "time" ? compareByTime : compareByBlock);
  const included = ordered.map(({ memory }, index): CitedMemory => {
    const isShortened = writer.isShortened(memory);
    return { label: `m${index + 1}`, memory, ...(isShortened ? { isShortened } : {}) };
  });
  const lines = included.map((one) => writer.line(one)).join("");
  const isCautious = memories.some(({ memory }) => !isTrusted(memory));
  const text = wrapNotes(lines, isCautious ? cautiousPreamble : preamble);
  return { text, tokens: writer.count(text), included };
}

function splitDuplicates(memories: readonly GroupedMemory[]): {
  readonly distinct: readonly GroupedMemory[];
  readonly duplicates: readonly OmittedMemory[];
} {
  const distinct = new Map<string, GroupedMemory>();
  const duplicates: OmittedMemory[] = [];
  const keys = duplicateKeys(memories.map(({ memory }) => memory.content));
  for (const [index, grouped] of memories.entries()) {
    const said = keys[index] ?? "";
    const first = distinct.get(said);
    // An untrusted repetition must not get a trusted text labelled as untrusted.
    const isBetter = first && isTrusted(grouped.memory) && !isTrusted(first.memory);
    if (!first || isBetter) distinct.set(said, grouped);
    if (first)
      duplicates.push({ memory: (isBetter ? first : grouped).memory, reason: "duplicate" });
  }
  return { distinct: [...distinct.values()], duplicates };
}

/** Counts line by line, which is nearly exact; the caller checks the whole text. */
function chooseWithinBudget(
  memories: readonly GroupedMemory[],
  writer: NoteWriter,
  { query, budget, preamble, cautiousPreamble }: Writing,
): { readonly chosen: readonly GroupedMemory[]; readonly rest: readonly GroupedMemory[] } {
  const chosen: GroupedMemory[] = [];
  const usual = writer.count(wrapNotes("", preamble));
  let caution = writer.count(wrapNotes("", cautiousPreamble)) - usual;
  let left = budget - usual;
  const warningOf = ({ memory }: GroupedMemory): number => (isTrusted(memory) ? 0 : caution);
  const take = (grouped: GroupedMemory): boolean => {
    const warning = warningOf(grouped);
    const tokens = writer.countLine(grouped.memory, chosen.length + 1) + warning;
    if (tokens > left) return false;
    chosen.push(grouped);
    left -= tokens;
    caution -= warning;
    return true;
  };
  // Counting what is far too long would take long.
  const mayFit = ({ memory }: GroupedMemory): boolean =>
    left > 0 &&
    writer.text(memory).length <= left * MOST_UNITS &&
    writer.estimate(memory) <= left * MOST_ESTIMATED;
  const long = memories.filter((grouped) => !mayFit(grouped) || !take(grouped));
  const words = passageWords(query);
  const rest = long.filter((grouped, index) => {
    const share = Math.max(LEAST_SHARE, Math.floor(left / (long.length - index)));
    const tokens = Math.min(left, share) - warningOf(grouped);
    return (
      !writer.shorten(grouped.memory, { tokens, number: chosen.length + 1, words }) ||
      !take(grouped)
    );
  });
  return { chosen, rest };
}
