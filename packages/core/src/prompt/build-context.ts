import type {
  CitedMemory,
  OmittedMemory,
  PromptContext,
  PromptOptions,
} from "../api/prompt-context.js";
import type { RecalledMemory } from "../api/queries.js";
import { compareText } from "../model/compare-text.js";
import { derivableTrust, isTrusted } from "../model/trust.js";
import { duplicateKeys } from "../text/duplicate-keys.js";
import { passageWords } from "./best-passage.js";
import { checkMemories } from "./check-memories.js";
import { checkPromptOptions } from "./check-prompt-options.js";
import type { CheckedPromptOptions } from "./check-prompt-options.js";
import { resolveCitations } from "./citations.js";
import { NoteWriter } from "./note-writer.js";
import { compareByBlock, compareByInstant, placeMemories } from "./place-memories.js";
import type { PlacedMemory } from "./place-memories.js";
import { wrapNotes } from "./prompt-notes.js";

/** A text of more units a token of the budget is too long, whatever its tokens are. */
const MOST_UNITS = 16;
/** A long text is too long if samples say so many times the tokens that are left. */
const MOST_ESTIMATED = 1.25;
/** Tokens of a passage, if there are as many. */
const LEAST_SHARE = 160;

/**
 * Memories as fenced, escaped and labelled text within a token budget. Memories are taken best
 * first as long as they fit, each with its neighbours if it has any; one that is too long is passed
 * over for shorter ones behind it, and shortened to its beginning if there is room then. The same
 * memories give the same bytes.
 * @throws `invalid-input` naming the argument, what is allowed and what came.
 */
export function buildContext(
  memories: readonly RecalledMemory[],
  options: PromptOptions = {},
): PromptContext {
  return buildContextFor("", memories, options);
}

/**
 * Does the same for a query: a memory that is too long is shortened to the passage that has the
 * most words of it.
 */
export function buildContextFor(
  query: string,
  memories: readonly RecalledMemory[],
  options: PromptOptions = {},
): PromptContext {
  checkMemories(memories);
  const writing: Writing = { ...checkPromptOptions(options), query };
  const writer = new NoteWriter(writing);
  const { distinct, duplicates } = splitDuplicates(placeMemories(memories));
  const { chosen, rest } = chooseWithinBudget(distinct, writer, writing);
  let kept = chosen.length;
  let rendering = renderAll(chosen, writer, writing);
  while (kept > 0 && rendering.tokens > writing.budget) {
    kept -= 1;
    rendering = renderAll(chosen.slice(0, kept), writer, writing);
  }
  const { included } = rendering;
  const tooLong = [...chosen.slice(kept), ...rest];
  return {
    ...rendering,
    trust: Math.min(1, ...included.map(({ memory }) => derivableTrust(memory))),
    origins: [...new Set(included.map(({ memory }) => memory.origin))].toSorted(compareText),
    omitted: [
      ...tooLong.map(({ memory }): OmittedMemory => ({ memory, reason: "budget" })),
      ...duplicates,
    ],
    citations: (answer) => resolveCitations(answer, included),
  };
}

/** Options of a prompt, and the query. */
interface Writing extends CheckedPromptOptions {
  readonly query: string;
}

function renderAll(
  memories: readonly PlacedMemory[],
  writer: NoteWriter,
  writing: Writing,
): Pick<PromptContext, "text" | "tokens" | "included"> {
  const included = label(memories, writer, writing);
  const text = render(included, writer, writing);
  return { text, tokens: writer.count(text), included };
}

function splitDuplicates(memories: readonly PlacedMemory[]): {
  readonly distinct: readonly PlacedMemory[];
  readonly duplicates: readonly OmittedMemory[];
} {
  const distinct = new Map<string, PlacedMemory>();
  const duplicates: OmittedMemory[] = [];
  const keys = duplicateKeys(memories.map(({ memory }) => memory.content));
  for (const [index, placed] of memories.entries()) {
    const said = keys[index] ?? "";
    const first = distinct.get(said);
    // Whoever repeats what is trusted does not get it labelled as untrusted.
    const isBetter = first && isTrusted(placed.memory) && !isTrusted(first.memory);
    if (!first || isBetter) distinct.set(said, placed);
    if (first) duplicates.push({ memory: (isBetter ? first : placed).memory, reason: "duplicate" });
  }
  return { distinct: [...distinct.values()], duplicates };
}

/** Counts line by line, which is nearly what the whole text takes; the caller checks the whole. */
function chooseWithinBudget(
  memories: readonly PlacedMemory[],
  writer: NoteWriter,
  { query, budget, preamble, cautiousPreamble }: Writing,
): { readonly chosen: readonly PlacedMemory[]; readonly rest: readonly PlacedMemory[] } {
  const chosen: PlacedMemory[] = [];
  const usual = writer.count(wrapNotes("", preamble));
  let caution = writer.count(wrapNotes("", cautiousPreamble)) - usual;
  let left = budget - usual;
  const warningOf = ({ memory }: PlacedMemory): number => (isTrusted(memory) ? 0 : caution);
  const take = (placed: PlacedMemory): boolean => {
    const warning = warningOf(placed);
    const tokens = writer.countLine(placed.memory, chosen.length + 1) + warning;
    if (tokens > left) return false;
    chosen.push(placed);
    left -= tokens;
    caution -= warning;
    return true;
  };
  // Counting what is far too long would take long.
  const mayFit = ({ memory }: PlacedMemory): boolean =>
    left > 0 &&
    writer.text(memory).length <= left * MOST_UNITS &&
    writer.estimate(memory) <= left * MOST_ESTIMATED;
  const long = memories.filter((placed) => !mayFit(placed) || !take(placed));
  const words = passageWords(query);
  const rest = long.filter((placed, index) => {
    const share = Math.max(LEAST_SHARE, Math.floor(left / (long.length - index)));
    const tokens = Math.min(left, share) - warningOf(placed);
    return (
      !writer.shorten(placed.memory, { tokens, place: chosen.length + 1, words }) || !take(placed)
    );
  });
  return { chosen, rest };
}

function label(
  memories: readonly PlacedMemory[],
  writer: NoteWriter,
  { order }: Writing,
): readonly CitedMemory[] {
  const ordered = memories.toSorted(order === "time" ? byTime : compareByBlock);
  return ordered.map(({ memory }, index) => {
    const isShortened = writer.isShortened(memory);
    return { label: `m${index + 1}`, memory, ...(isShortened ? { isShortened } : {}) };
  });
}

function byTime(a: PlacedMemory, b: PlacedMemory): number {
  return compareByInstant(a.memory, b.memory);
}

function render(included: readonly CitedMemory[], writer: NoteWriter, writing: Writing): string {
  if (included.length === 0) return "";
  const lines = included.map((one) => writer.line(one)).join("");
  const isCautious = included.some(({ memory }) => !isTrusted(memory));
  return wrapNotes(lines, isCautious ? writing.cautiousPreamble : writing.preamble);
}
