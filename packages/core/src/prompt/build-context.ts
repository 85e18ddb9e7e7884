import type { CitedMemory, PromptContext, PromptOptions } from "../api/prompt-context.js";
import type { OmittedMemory, Recalled, RecalledMemory } from "../api/queries.js";
import { recordKey } from "../internal/record-key.js";
import { compareText } from "../model/compare-text.js";
import { instantOf } from "../model/record.js";
import { derivableTrust, isTrusted } from "../model/trust.js";
import { saidKeys } from "../text/duplicate-keys.js";
import { checkMemories, checkPromptOptions } from "./check-prompt-options.js";
import { chooseWithinBudget, type Writing } from "./choose-memories.js";
import { resolveCitations } from "./citations.js";
import { compareGrouped, groupMemories, type GroupedMemory } from "./group-memories.js";
import { NoteWriter } from "./note-writer.js";
import { type PromptNote, wrapNotes, writeNote } from "./prompt-notes.js";

/**
 * Writes memories as fenced, escaped and labelled text within a token budget. Memories are taken
 * best first as long as they fit, each with its neighbours if it has any. Long ones leave room for
 * short ones, and are shortened to their beginning where they have less than they need. What says
 * the same is there once. The same memories give the same bytes.
 * @throws `invalid-input` naming the argument, what is allowed and what came.
 */
export function buildContext(
  memories: Recalled | readonly RecalledMemory[],
  options: PromptOptions = {},
): PromptContext {
  return buildContextFor({ query: "" }, memories, options);
}

/** Query that the memories were recalled by. */
interface Asked {
  /** Long memories are shortened to the passage with the most of its words. */
  readonly query: string;
  /** True for all there are: if they fit, they are in the order of time by default. */
  readonly isAll?: boolean;
  /** Notes before the memories, whatever the budget. They need no memory to be written. */
  readonly lead?: readonly PromptNote[] | undefined;
}

/** Does the same for a query. */
export function buildContextFor(
  { query, isAll = false, lead = [] }: Asked,
  memories: Recalled | readonly RecalledMemory[],
  options: PromptOptions,
): PromptContext {
  checkMemories(memories);
  const leading = lead.map((note) => `${writeNote(note)}\n`).join("");
  const checked = { ...checkPromptOptions(options), query, lead: leading };
  const writer = new NoteWriter(checked);
  const grouped = groupMemories(memories);
  const known = new Set(grouped.map(({ memory }) => recordKey(memory)));
  const { distinct, duplicates } = splitDuplicates(grouped);
  const { chosen, rest } = chooseWithinBudget(distinct, writer, checked);
  const inTime = isAll && rest.length === 0 && options.order === undefined;
  const writing: Writing = inTime ? { ...checked, order: "time" } : checked;
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

function renderAll(
  memories: readonly GroupedMemory[],
  writer: NoteWriter,
  { order, preamble, cautiousPreamble, lead }: Writing,
): Pick<PromptContext, "text" | "tokens" | "included"> {
  if (memories.length === 0 && lead === "") return { text: "", tokens: 0, included: [] };
  const inBlocks = order !== "time";
  const ordered = memories.toSorted((a, b) => compareGrouped(a, b, inBlocks));
  const included = ordered.map(({ memory }, index): CitedMemory => {
    const isShortened = writer.isShortened(memory);
    return { label: `m${index + 1}`, memory, ...(isShortened ? { isShortened } : {}) };
  });
  const lines = lead + included.map((one) => writer.line(one)).join("");
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
  const keys = saidKeys(memories.map(({ memory }) => memory));
  for (const [index, grouped] of memories.entries()) {
    const said = keys[index] ?? "";
    const first = distinct.get(said) ?? grouped;
    const [shown, hidden] = isBetter(grouped, first) ? [grouped, first] : [first, grouped];
    distinct.set(said, { memory: shown.memory, block: first.block });
    if (shown !== hidden) duplicates.push({ memory: hidden.memory, reason: "duplicate" });
  }
  return { distinct: [...distinct.values()], duplicates };
}

/** Prefers the newer one, but no untrusted one, which would label a trusted text as untrusted. */
function isBetter({ memory: a }: GroupedMemory, { memory: b }: GroupedMemory): boolean {
  if (isTrusted(a) !== isTrusted(b)) return isTrusted(a);
  return instantOf(a) > instantOf(b);
}
