import { invalidInput } from "../check/invalid-input.js";
import { MemoryError } from "../errors/memory-error.js";
import type { RecalledMemory } from "../memory/recall-query.js";
import { derivableTrust, isTrusted } from "../memory/trust.js";
import { compareText } from "../model/compare-text.js";
import { duplicateKeys } from "../text/duplicate-keys.js";
import { bestPassage, passageText, passageWords } from "./best-passage.js";
import { checkPromptOptions } from "./check-prompt-options.js";
import type { CheckedPromptOptions } from "./check-prompt-options.js";
import { resolveCitations } from "./citations.js";
import { compareByBlock, compareByInstant, instantOf, placeMemories } from "./place-memories.js";
import type { PlacedMemory } from "./place-memories.js";
import type { CitedMemory, OmittedMemory, PromptContext, PromptOptions } from "./prompt-context.js";
import { wrapNotes, writeNote } from "./prompt-notes.js";

/** A text of more units a token of the budget is too long, whatever its tokens are. */
const MOST_UNITS = 16;
/** Tokens of a passage, if there are as many. */
const LEAST_SHARE = 160;
/** Tokens of its text below which it is left out. */
const LEAST_TEXT = 64;
/** Units whose tokens tell how long a passage may be, and how often it is made shorter. */
const SAMPLE = 1_000;
const MAX_TRIES = 4;

/**
 * Memories as fenced, escaped and labelled text within a token budget. Memories are taken best first as long as they fit, each
 * with its neighbours if it has any; one that is too long is passed over for shorter ones behind it, and shortened to its
 * beginning if there is room then. The same memories give the same bytes.
 */
export function buildContext(
  memories: readonly RecalledMemory[],
  options: PromptOptions = {},
): PromptContext {
  return buildContextFor("", memories, options);
}

/** The same for what was asked: what is too long is shortened to the passage that has the most words of it. */
export function buildContextFor(
  query: string,
  memories: readonly RecalledMemory[],
  options: PromptOptions = {},
): PromptContext {
  const checked: Writing = {
    ...checkPromptOptions(options),
    texts: new Map(),
    shortened: new Set(),
    written: new Map(),
  };
  const { distinct, duplicates } = splitDuplicates(placeMemories(memories));
  const { chosen, rest } = chooseWithinBudget(distinct, { ...checked, query });
  let kept = chosen.length;
  let rendering = renderAll(chosen, checked);
  while (kept > 0 && rendering.tokens > checked.budget) {
    kept -= 1;
    rendering = renderAll(chosen.slice(0, kept), checked);
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

/** How one memory is written. */
interface Written {
  readonly label: string;
  readonly line: string;
}

/** The options of a prompt, and what of it has been written: to see what fits, and again with its place. */
interface Writing extends CheckedPromptOptions {
  /** As they are rendered, or a passage of that. */
  readonly texts: Map<RecalledMemory, string>;
  /** Of which there is a passage. */
  readonly shortened: Set<RecalledMemory>;
  readonly written: Map<RecalledMemory, Written>;
}

function renderAll(
  memories: readonly PlacedMemory[],
  options: Writing,
): Pick<PromptContext, "text" | "tokens" | "included"> {
  const included = label(memories, options);
  const text = render(included, options);
  return { text, tokens: count(text, options), included };
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
  options: Writing & { readonly query: string },
): { readonly chosen: readonly PlacedMemory[]; readonly rest: readonly PlacedMemory[] } {
  const chosen: PlacedMemory[] = [];
  const long: PlacedMemory[] = [];
  const usual = count(wrapNotes("", options.preamble), options);
  let caution = count(wrapNotes("", options.cautiousPreamble), options) - usual;
  let left = options.budget - usual;
  const take = (placed: PlacedMemory, room: number): boolean => {
    const warning = isTrusted(placed.memory) ? 0 : caution;
    const tokens = countLine(placed.memory, chosen.length + 1, options) + warning;
    if (tokens > room) return false;
    chosen.push(placed);
    left -= tokens;
    caution -= warning;
    return true;
  };
  for (const placed of memories) {
    const isLong = !mayFit(placed.memory, left, options) || !take(placed, left);
    if (isLong) long.push(placed);
  }
  const words = passageWords(options.query);
  const rest = long.filter((placed, index) => {
    const warning = isTrusted(placed.memory) ? 0 : caution;
    const share = Math.max(LEAST_SHARE, Math.floor(left / (long.length - index)));
    const room = Math.min(left, share) - warning;
    const label = chosen.length + 1;
    const passage = shorten(placed.memory, { room, label, words, options });
    return passage === undefined || !take(placed, left);
  });
  return { chosen, rest };
}

/** Whether counting is worth the while. */
function mayFit(memory: RecalledMemory, left: number, options: Writing): boolean {
  return left > 0 && textOf(memory, options).length <= left * MOST_UNITS;
}

/** Puts a passage of a memory in the place of its text, and returns it if it fits and says anything. */
function shorten(
  memory: RecalledMemory,
  { room, label: place, words, options }: Shortening,
): string | undefined {
  const whole = textOf(memory, options);
  options.shortened.add(memory);
  const countOf = (text: string): number => {
    options.texts.set(memory, text);
    options.written.delete(memory);
    return countLine(memory, place, options);
  };
  const frame = room < LEAST_TEXT ? Infinity : countOf("……");
  const sample = whole.slice(0, SAMPLE);
  let length = Math.floor(((room - frame) * sample.length) / Math.max(1, count(sample, options)));
  for (let tries = 0; tries < MAX_TRIES && room - frame >= LEAST_TEXT && length > 0; tries += 1) {
    const text = passageText(whole, bestPassage(whole, words, length));
    const tokens = countOf(text);
    if (tokens <= room && tokens - frame >= LEAST_TEXT / 2) return text;
    length = Math.floor(length * Math.min(0.9, (room - frame) / Math.max(1, tokens - frame)));
  }
  options.shortened.delete(memory);
  options.texts.set(memory, whole);
  options.written.delete(memory);
  return undefined;
}

interface Shortening {
  /** In tokens. */
  readonly room: number;
  readonly label: number;
  readonly words: readonly string[];
  readonly options: Writing;
}

function label(memories: readonly PlacedMemory[], options: Writing): readonly CitedMemory[] {
  const ordered = memories.toSorted(options.order === "time" ? byTime : compareByBlock);
  return ordered.map(({ memory }, index) => {
    const isShortened = options.shortened.has(memory);
    return { label: `m${index + 1}`, memory, ...(isShortened ? { isShortened } : {}) };
  });
}

function byTime(a: PlacedMemory, b: PlacedMemory): number {
  return compareByInstant(a.memory, b.memory);
}

function render(included: readonly CitedMemory[], options: Writing): string {
  if (included.length === 0) return "";
  const lines = included.map((one) => writeLine(one, options)).join("");
  const isCautious = included.some(({ memory }) => !isTrusted(memory));
  return wrapNotes(lines, isCautious ? options.cautiousPreamble : options.preamble);
}

/** A memory as a line of the prompt. */
function writeLine({ label: id, memory }: CitedMemory, options: Writing): string {
  const before = options.written.get(memory);
  if (before && (before.label === id || !options.cite)) return before.line;
  const note = {
    label: options.cite ? id : undefined,
    text: textOf(memory, options),
    kind: memory.kind,
    at: instantOf(memory),
    source: memory,
    isShortened: options.shortened.has(memory),
  };
  const line = `${writeNote(note)}\n`;
  options.written.set(memory, { label: id, line });
  return line;
}

function textOf(memory: RecalledMemory, { render: write, texts }: Writing): string {
  const text: unknown = texts.get(memory) ?? write(memory);
  if (typeof text !== "string") {
    throw new MemoryError(
      "invalid-input",
      "options.render must be a function that answers a string",
    );
  }
  texts.set(memory, text);
  return text;
}

function countLine(memory: RecalledMemory, place: number, options: Writing): number {
  return count(writeLine({ label: `m${place}`, memory }, options), options);
}

function count(text: string, options: Writing): number {
  if (text === "") return 0;
  const tokens = options.countTokens(text);
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw invalidInput("options.countTokens", "a function that answers a number of tokens", tokens);
}
