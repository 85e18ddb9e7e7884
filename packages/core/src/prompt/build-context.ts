import { invalidInput } from "../check/invalid-input.js";
import type { RecalledMemory } from "../memory/recall-query.js";
import { normalizeForDuplicates } from "../text/normalize.js";
import { checkPromptOptions } from "./check-prompt-options.js";
import type { CheckedPromptOptions } from "./check-prompt-options.js";
import { resolveCitations } from "./citations.js";
import { escapeAttribute, escapeText } from "./escape.js";
import { compareByBlock, compareByInstant, instantOf, placeMemories } from "./place-memories.js";
import type { PlacedMemory } from "./place-memories.js";
import type { CitedMemory, OmittedMemory, PromptContext, PromptOptions } from "./prompt-context.js";

/**
 * Memories as fenced, escaped and labelled text within a token budget. Memories are taken best first as long as they fit, each
 * with its neighbours if it has any; one that is too long is passed over for shorter ones behind it. The same memories give the
 * same bytes.
 */
export function buildContext(
  memories: readonly RecalledMemory[],
  options: PromptOptions = {},
): PromptContext {
  const checked = checkPromptOptions(options);
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
    omitted: [
      ...tooLong.map(({ memory }): OmittedMemory => ({ memory, reason: "budget" })),
      ...duplicates,
    ],
    citations: (answer) => resolveCitations(answer, included),
  };
}

function renderAll(
  memories: readonly PlacedMemory[],
  options: CheckedPromptOptions,
): Pick<PromptContext, "text" | "tokens" | "included"> {
  const included = label(memories, options);
  const text = render(included, options);
  return { text, tokens: count(text, options), included };
}

function splitDuplicates(memories: readonly PlacedMemory[]): {
  readonly distinct: readonly PlacedMemory[];
  readonly duplicates: readonly OmittedMemory[];
} {
  const seen = new Set<string>();
  const distinct: PlacedMemory[] = [];
  const duplicates: OmittedMemory[] = [];
  for (const placed of memories) {
    const { memory } = placed;
    const said = normalizeForDuplicates(memory.content);
    if (seen.has(said)) duplicates.push({ memory, reason: "duplicate" });
    else distinct.push(placed);
    seen.add(said);
  }
  return { distinct, duplicates };
}

/** Counts line by line, which is nearly what the whole text takes; the caller checks the whole. */
function chooseWithinBudget(
  memories: readonly PlacedMemory[],
  options: CheckedPromptOptions,
): { readonly chosen: readonly PlacedMemory[]; readonly rest: readonly PlacedMemory[] } {
  const chosen: PlacedMemory[] = [];
  const rest: PlacedMemory[] = [];
  let left = options.budget - count(wrap("", options), options);
  for (const placed of memories) {
    const line = renderOne({ label: `m${chosen.length + 1}`, memory: placed.memory }, options);
    const tokens = left > 0 ? count(`${line}\n`, options) : Infinity;
    if (tokens > left) rest.push(placed);
    else {
      chosen.push(placed);
      left -= tokens;
    }
  }
  return { chosen, rest };
}

function label(
  memories: readonly PlacedMemory[],
  options: CheckedPromptOptions,
): readonly CitedMemory[] {
  const ordered = memories.toSorted(options.order === "time" ? byTime : compareByBlock);
  return ordered.map(({ memory }, index) => ({ label: `m${index + 1}`, memory }));
}

function byTime(a: PlacedMemory, b: PlacedMemory): number {
  return compareByInstant(a.memory, b.memory);
}

function render(included: readonly CitedMemory[], options: CheckedPromptOptions): string {
  if (included.length === 0) return "";
  return wrap(`${included.map((one) => renderOne(one, options)).join("\n")}\n`, options);
}

function wrap(lines: string, options: CheckedPromptOptions): string {
  return `<memories note="${escapeAttribute(options.preamble)}">\n${lines}</memories>`;
}

function renderOne(one: CitedMemory, options: CheckedPromptOptions): string {
  const { memory } = one;
  const attributes = [
    ...(options.cite ? [["id", one.label]] : []),
    ["kind", memory.kind],
    ["date", instantOf(memory).toISOString().slice(0, 10)],
    ["from", memory.origin],
    ...(memory.trust < 1 ? [["trust", String(Math.round(memory.trust * 100) / 100)]] : []),
  ].map(([name, value]) => ` ${name}="${escapeAttribute(value ?? "")}"`);
  return `<memory${attributes.join("")}>${escapeText(options.render(memory))}</memory>`;
}

function count(text: string, options: CheckedPromptOptions): number {
  if (text === "") return 0;
  const tokens = options.countTokens(text);
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw invalidInput("options.countTokens", "a function that answers a number of tokens", tokens);
}
