import { isTrusted } from "../model/trust.js";
import { passageWords } from "./best-passage.js";
import type { CheckedPromptOptions } from "./check-prompt-options.js";
import type { GroupedMemory } from "./group-memories.js";
import type { NoteWriter } from "./note-writer.js";
import { wrapNotes, writeNote } from "./prompt-notes.js";

/** Prompt options, and the query of the memories. */
export type Writing = CheckedPromptOptions & Readonly<Record<"query" | "lead", string>>;

/** A text with more units than this for each token of the budget is too long. */
const MOST_UNITS = 16;
/** A long text is too long if its estimate is this many times the tokens that are left. */
const MOST_ESTIMATED = 1.25;
/** Least tokens for a passage, as far as they are left. */
const LEAST_SHARE = 160;
/** Share of the budget that a memory may take before others; long ones leave half to the rest. */
const FAIR_SHARE = 0.2;
const LONG_SHARE = 0.5;

/** Chooses the memories of a text, best first, and shortens those that are too long. */
export function chooseWithinBudget(
  memories: readonly GroupedMemory[],
  writer: NoteWriter,
  writing: Writing,
): { readonly chosen: readonly GroupedMemory[]; readonly rest: readonly GroupedMemory[] } {
  const room = new Room(writer, writing);
  const fair = Math.max(LEAST_SHARE, Math.floor(writing.budget * FAIR_SHARE));
  const promised = new Set<GroupedMemory>();
  const promises = (): number => promised.size * fair;
  const long = memories.filter((grouped) => {
    const free = room.left - promises();
    if (free <= room.least) return true;
    if (!room.fits(grouped, fair)) {
      if (fair <= Math.min(free, writing.budget * LONG_SHARE - promises())) promised.add(grouped);
      return true;
    }
    return !room.take(grouped, free);
  });
  const words = passageWords(writing.query);
  const waiting = [...promised, ...long.filter((grouped) => !promised.has(grouped))];
  const rest = waiting.filter((grouped, index) => {
    const least = promised.has(grouped) ? fair : LEAST_SHARE;
    const share = Math.max(least, Math.floor(room.left / (waiting.length - index)));
    return !room.take(grouped, share) && !room.takePassage(grouped, share, words);
  });
  return { chosen: room.chosen, rest };
}

/** The tokens that are left. Counts line by line, which is nearly exact. */
class Room {
  readonly chosen: GroupedMemory[] = [];
  /** Tokens that nothing has taken. */
  left: number;
  readonly #writer: NoteWriter;
  /** Tokens of the warning of untrusted memories, until one is there. */
  #caution: number;
  /** Tokens of a line without text: with fewer left, nothing is counted. */
  readonly least: number;

  constructor(writer: NoteWriter, { budget, preamble, cautiousPreamble, lead }: Writing) {
    const usual = writer.count(wrapNotes(lead, preamble));
    this.left = budget - usual;
    this.#writer = writer;
    this.#caution = writer.count(wrapNotes(lead, cautiousPreamble)) - usual;
    this.least = writer.count(writeNote({ text: "" }));
  }

  /** Tests if the whole memory takes no more tokens. Counts nothing that is far too long. */
  fits({ memory }: GroupedMemory, tokens: number): boolean {
    return (
      tokens > this.least &&
      this.#writer.text(memory).length <= tokens * MOST_UNITS &&
      this.#writer.estimate(memory) <= tokens * MOST_ESTIMATED &&
      this.#tokensOf(memory) <= tokens
    );
  }

  /** Takes a memory as it is written, if it fits. */
  take(grouped: GroupedMemory, most: number): boolean {
    const warning = this.#warningOf(grouped);
    if (!this.fits(grouped, Math.min(most, this.left) - warning)) return false;
    this.left -= this.#tokensOf(grouped.memory) + warning;
    this.#caution -= warning;
    this.chosen.push(grouped);
    return true;
  }

  /** Takes the passage of a memory with the most of the words, if one fits. */
  takePassage(grouped: GroupedMemory, most: number, words: readonly string[]): boolean {
    const tokens = Math.min(most, this.left) - this.#warningOf(grouped);
    const room = { tokens, number: this.chosen.length + 1, words };
    return this.#writer.shorten(grouped.memory, room) && this.take(grouped, most);
  }

  #warningOf({ memory }: GroupedMemory): number {
    return isTrusted(memory) ? 0 : this.#caution;
  }

  #tokensOf(memory: GroupedMemory["memory"]): number {
    return this.#writer.countLine(memory, this.chosen.length + 1);
  }
}
