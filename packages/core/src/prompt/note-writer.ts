import type { CitedMemory } from "../api/prompt-context.js";
import type { RecalledMemory } from "../api/queries.js";
import { runCallback, invalidReturn } from "../internal/check/callback-answers.js";
import { bestPassage, passageText } from "./best-passage.js";
import type { CheckedPromptOptions } from "./check-prompt-options.js";
import { instantOf } from "./group-memories.js";
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

/** The line of a memory, and the label in it. */
interface Written {
  readonly label: string;
  readonly line: string;
}

/** The room for a passage. */
export interface PassageRoom {
  /** In tokens, for the whole line. */
  readonly tokens: number;
  /** The number of its label. */
  readonly number: number;
  /** Words to look for. */
  readonly words: readonly string[];
}

/** Writes and counts the lines of a prompt, and keeps them for the next look. */
export class NoteWriter {
  readonly #options: CheckedPromptOptions;
  /** As they are rendered, or a passage of that. */
  readonly #texts = new Map<RecalledMemory, string>();
  readonly #shortened = new Set<RecalledMemory>();
  readonly #written = new Map<RecalledMemory, Written>();

  constructor(options: CheckedPromptOptions) {
    this.#options = options;
  }

  /** Tests if only a passage of a memory is written. */
  isShortened(memory: RecalledMemory): boolean {
    return this.#shortened.has(memory);
  }

  /** Counts the tokens of a text. */
  count(text: string): number {
    return text === "" ? 0 : this.#options.countTokens(text);
  }

  /** Estimates the tokens of a memory's text from samples; 0 for a short one. */
  estimate(memory: RecalledMemory): number {
    const text = this.text(memory);
    if (text.length <= LONG) return 0;
    const distance = Math.floor((text.length - SAMPLE) / (SAMPLES - 1));
    const samples = Array.from({ length: SAMPLES }, (_, index) => {
      return text.slice(index * distance, index * distance + SAMPLE);
    });
    return (this.count(samples.join("")) * text.length) / (SAMPLES * SAMPLE);
  }

  /** Counts the tokens of a memory's line. */
  countLine(memory: RecalledMemory, number: number): number {
    return this.count(this.line({ label: `m${number}`, memory }));
  }

  /** Writes a memory as a line of the prompt. */
  line({ label: id, memory }: CitedMemory): string {
    const { cite } = this.#options;
    const before = this.#written.get(memory);
    if (before && (before.label === id || !cite)) return before.line;
    const note = {
      label: cite ? id : undefined,
      text: this.text(memory),
      kind: memory.kind,
      at: instantOf(memory),
      source: memory,
      isShortened: this.isShortened(memory),
    };
    const line = `${writeNote(note)}\n`;
    this.#written.set(memory, { label: id, line });
    return line;
  }

  /** Returns the text of a memory, before it is escaped. */
  text(memory: RecalledMemory): string {
    const known = this.#texts.get(memory);
    if (known !== undefined) return known;
    const text = runCallback("options.render", () => this.#options.render(memory));
    if (typeof text !== "string") throw invalidReturn("options.render", "a string", text);
    this.#texts.set(memory, text);
    return text;
  }

  /** Replaces the text of a memory by a passage. Returns false if there is too little room. */
  shorten(memory: RecalledMemory, room: PassageRoom): boolean {
    if (room.tokens < LEAST_PASSAGE) return false;
    const whole = this.text(memory);
    this.#shortened.add(memory);
    if (this.#shortenTo(memory, whole, room)) return true;
    this.#shortened.delete(memory);
    this.#setText(memory, whole);
    return false;
  }

  #shortenTo(
    memory: RecalledMemory,
    whole: string,
    { tokens: most, number, words }: PassageRoom,
  ): boolean {
    this.#setText(memory, "……");
    const frame = this.countLine(memory, number);
    const room = most - frame;
    if (room < LEAST_PASSAGE) return false;
    const sample = whole.slice(0, BEGINNING);
    let length = Math.floor((room * sample.length) / Math.max(1, this.count(sample)));
    for (let tries = 0; tries < MAX_TRIES && length > 0; tries += 1) {
      this.#setText(memory, passageText(whole, bestPassage(whole, words, length)));
      const tokens = this.countLine(memory, number) - frame;
      if (tokens <= room) return tokens >= LEAST_PASSAGE / 2;
      length = Math.floor(length * Math.min(0.9, room / tokens));
    }
    return false;
  }

  #setText(memory: RecalledMemory, text: string): void {
    this.#texts.set(memory, text);
    this.#written.delete(memory);
  }
}
