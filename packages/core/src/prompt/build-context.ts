import { invalidInput } from "../check/invalid-input.js";
import { MemoryError } from "../errors/memory-error.js";
import type { RecalledMemory } from "../memory/recall-query.js";
import { derivableTrust, isTrusted } from "../memory/trust.js";
import { compareText } from "../model/compare-text.js";
import type { MemoryRecord } from "../model/record.js";
import { normalizeForDuplicates } from "../text/normalize.js";
import { checkPromptOptions } from "./check-prompt-options.js";
import type { CheckedPromptOptions } from "./check-prompt-options.js";
import { resolveCitations } from "./citations.js";
import { compareByBlock, compareByInstant, instantOf, placeMemories } from "./place-memories.js";
import type { PlacedMemory } from "./place-memories.js";
import type { CitedMemory, OmittedMemory, PromptContext, PromptOptions } from "./prompt-context.js";
import { wrapNotes, writeNote } from "./prompt-notes.js";

/**
 * Memories as fenced, escaped and labelled text within a token budget. Memories are taken best first as long as they fit, each
 * with its neighbours if it has any; one that is too long is passed over for shorter ones behind it. The same memories give the
 * same bytes.
 */
export function buildContext(
  memories: readonly RecalledMemory[],
  options: PromptOptions = {},
): PromptContext {
  const checked = { ...checkPromptOptions(options), written: new Map<RecalledMemory, Written>() };
  const { distinct, duplicates } = splitDuplicates(placeMemories(memories));
  const { chosen, rest } = chooseWithinBudget(distinct, checked);
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
  for (const placed of memories) {
    const said = normalizeForDuplicates(placed.memory.content);
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
  options: Writing,
): { readonly chosen: readonly PlacedMemory[]; readonly rest: readonly PlacedMemory[] } {
  const chosen: PlacedMemory[] = [];
  const rest: PlacedMemory[] = [];
  const usual = count(wrapNotes("", options.preamble), options);
  let caution = count(wrapNotes("", options.cautiousPreamble), options) - usual;
  let left = options.budget - usual;
  for (const placed of memories) {
    const one = { label: `m${chosen.length + 1}`, memory: placed.memory };
    const line = writeLine(one, options);
    const warning = isTrusted(placed.memory) ? 0 : caution;
    const tokens = left > 0 ? count(line, options) + warning : Infinity;
    if (tokens > left) rest.push(placed);
    else {
      chosen.push(placed);
      left -= tokens;
      caution -= warning;
    }
  }
  return { chosen, rest };
}

function label(memories: readonly PlacedMemory[], options: Writing): readonly CitedMemory[] {
  const ordered = memories.toSorted(options.order === "time" ? byTime : compareByBlock);
  return ordered.map(({ memory }, index) => ({ label: `m${index + 1}`, memory }));
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
    text: renderText(memory, options),
    kind: memory.kind,
    at: instantOf(memory),
    source: memory,
  };
  const line = `${writeNote(note)}\n`;
  options.written.set(memory, { label: id, line });
  return line;
}

function renderText(memory: MemoryRecord, { render: write }: CheckedPromptOptions): string {
  const text: unknown = write(memory);
  if (typeof text === "string") return text;
  throw new MemoryError("invalid-input", "options.render must be a function that answers a string");
}

function count(text: string, options: Writing): number {
  if (text === "") return 0;
  const tokens = options.countTokens(text);
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw invalidInput("options.countTokens", "a function that answers a number of tokens", tokens);
}
