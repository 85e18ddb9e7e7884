import type { CitedMemory } from "../api/prompt-context.js";
import type { RecalledMemory } from "../api/queries.js";
import { runCallback, invalidReturn } from "../internal/check/callback-answers.js";
import { instantOf } from "../model/record.js";
import { bestPassage, passageText } from "./best-passage.js";
import type { CheckedPromptOptions } from "./check-prompt-options.js";
import { writeNote } from "./prompt-notes.js";

/** Tokens of a passage below which it is left out. */
const LEAST_PASSAGE = 64;
/** Units whose tokens tell how long a passage may be. */
const BEGINNING = 1_000;
/** Longer texts are estimated from samples: so many, of so many units. */
const LONG = 16_384;
const SAMPLES = 16;
const SAMPLE = 256;
const MAX_TRIES = 4;

/** The room for a passage, in tokens for the whole line, its number and the words to look for. */
interface PassageRoom {
  readonly tokens: number;
  readonly number: number;
  readonly words: readonly string[];
}

interface Note {
  /** As it is rendered, or a passage of that. */
  readonly text: string;
  readonly isShortened: boolean;
  /** Its line in the prompt, and the label there, once written. */
  written?: { readonly label: string; readonly line: string };
}

/** Writes and counts the lines of a prompt, and keeps them for the next look. */
export class NoteWriter {
  readonly #options: CheckedPromptOptions;
  readonly #notes = new Map<RecalledMemory, Note>();

  constructor(options: CheckedPromptOptions) {
    this.#options = options;
  }

  /** Tests if only a passage of a memory is written. */
  isShortened(memory: RecalledMemory): boolean {
    return this.#noteOf(memory).isShortened;
  }

  /** Returns the text of a memory, before it is escaped. */
  text(memory: RecalledMemory): string {
    return this.#noteOf(memory).text;
  }

  count(text: string): number {
    return text === "" ? 0 : this.#options.countTokens(text);
  }

  /** Estimates the tokens of a memory's text from samples; 0 for a short one. */
  estimate(memory: RecalledMemory): number {
    const text = this.text(memory);
    if (text.length <= LONG) return 0;
    const distance = Math.floor((text.length - SAMPLE) / (SAMPLES - 1));
    const samples = Array.from({ length: SAMPLES }, (_, index) =>
      text.slice(index * distance, index * distance + SAMPLE),
    );
    return (this.count(samples.join("")) * text.length) / (SAMPLES * SAMPLE);
  }

  countLine(memory: RecalledMemory, number: number): number {
    return this.count(this.line({ label: `m${number}`, memory }));
  }

  line({ label: id, memory }: CitedMemory): string {
    const { cite } = this.#options;
    const note = this.#noteOf(memory);
    const { text, isShortened, written } = note;
    if (written && (written.label === id || !cite)) return written.line;
    const isReplaced = memory.replacedBy !== undefined;
    const about = { kind: memory.kind, at: instantOf(memory), source: memory };
    const line = `${writeNote({ ...about, isReplaced, isShortened, label: cite ? id : undefined, text })}\n`;
    note.written = { label: id, line };
    return line;
  }

  /** Replaces the text of a memory by a passage. Returns false if there is too little room. */
  shorten(memory: RecalledMemory, room: PassageRoom): boolean {
    if (room.tokens < LEAST_PASSAGE) return false;
    const text = this.text(memory);
    if (this.#shortenTo(memory, text, room)) return true;
    this.#notes.set(memory, { text, isShortened: false });
    return false;
  }

  #shortenTo(
    memory: RecalledMemory,
    whole: string,
    { tokens: most, number, words }: PassageRoom,
  ): boolean {
    const tokensAs = (text: string): number => {
      this.#notes.set(memory, { text, isShortened: true });
      return this.countLine(memory, number);
    };
    const frame = tokensAs("……");
    const room = most - frame;
    if (room < LEAST_PASSAGE) return false;
    const sample = whole.slice(0, BEGINNING);
    let length = Math.floor((room * sample.length) / Math.max(1, this.count(sample)));
    for (let tries = 0; tries < MAX_TRIES && length > 0; tries += 1) {
      const tokens = tokensAs(passageText(whole, bestPassage(whole, words, length))) - frame;
      if (tokens <= room) return tokens >= LEAST_PASSAGE / 2;
      length = Math.floor(length * Math.min(0.9, room / tokens));
    }
    return false;
  }

  #noteOf(memory: RecalledMemory): Note {
    const known = this.#notes.get(memory);
    if (known) return known;
    const text = runCallback("options.render", () => this.#options.render(memory));
    if (typeof text !== "string") throw invalidReturn("options.render", "a string", text);
    const note = { text, isShortened: false };
    this.#notes.set(memory, note);
    return note;
  }
}
