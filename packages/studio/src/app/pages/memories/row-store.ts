import type { MemoryRow, RowsAnswer } from "../../../wire/memories.js";

/** Rows that are asked for at once. */
export const CHUNK = 200;
/** Most rows that are kept, in chunks. */
const MOST_CHUNKS = 60;
/** Most requests at once. */
const MOST_REQUESTS = 2;

/** Source of the rows, and how time passes. */
export interface RowStoreSource {
  /** Asks for rows from a place on. */
  readonly read: (start: number, limit: number, isFresh: boolean) => Promise<RowsAnswer>;
  /** Called when there is something new to show. */
  readonly onChange: () => void;
  /** Calls back a little later. */
  readonly wait: (task: () => void) => void;
}

interface Chunk {
  readonly edition: number;
  readonly rows: readonly MemoryRow[];
}

/** Rows of a long listing, of which those are loaded that are looked at. */
export class RowStore {
  readonly #source: RowStoreSource;
  readonly #chunks = new Map<number, Chunk>();
  readonly #asked = new Set<number>();
  #look = { first: 0, last: 0 };
  #edition = 0;
  #isPolling = false;
  #isClosed = false;
  /** Number of rows that are known. */
  total = 0;
  /** False while they are being counted. */
  isComplete = false;
  /** True once the first answer is there. */
  isReady = false;
  /** Failure of the last request. */
  error: unknown = undefined;
  /** Kinds that were seen so far. */
  kinds: readonly string[] = [];

  constructor(source: RowStoreSource) {
    this.#source = source;
  }

  /** Begins to load, or loads again after a failure. */
  start(): void {
    this.error = undefined;
    void this.#ask(this.#wanted()[0] ?? 0, !this.isReady);
  }

  /** Loads nothing any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Returns the row of a place; absent while it is on its way. */
  rowAt(index: number): MemoryRow | undefined {
    return this.#chunks.get(Math.floor(index / CHUNK))?.rows[index % CHUNK];
  }

  /** Loads what is looked at, and a little more. */
  look(first: number, last: number): void {
    this.#look = { first, last };
    this.#load();
  }

  /** Returns the chunks that should be there, those that are looked at first. */
  #wanted(): readonly number[] {
    const first = Math.floor(this.#look.first / CHUNK);
    const last = Math.floor(Math.max(this.#look.last - 1, 0) / CHUNK);
    const seen = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return [...seen, last + 1, first - 1].filter(
      (chunk) => chunk >= 0 && (chunk === 0 || chunk * CHUNK < this.total),
    );
  }

  #load(): void {
    if (!this.isReady || this.error !== undefined) return;
    for (const chunk of this.#wanted()) {
      if (this.#asked.size >= MOST_REQUESTS) return;
      const known = this.#chunks.get(chunk);
      const isWhole =
        known?.edition === this.#edition &&
        known.rows.length >= Math.min(CHUNK, this.total - chunk * CHUNK);
      if (!isWhole && !this.#asked.has(chunk)) void this.#ask(chunk, false);
    }
  }

  async #ask(chunk: number, isFresh: boolean): Promise<void> {
    this.#asked.add(chunk);
    try {
      const answer = await this.#source.read(chunk * CHUNK, CHUNK, isFresh);
      this.#chunks.delete(chunk);
      this.#chunks.set(chunk, { edition: answer.edition, rows: answer.rows });
      const [oldest] = this.#chunks.keys();
      if (oldest !== undefined && this.#chunks.size > MOST_CHUNKS) this.#chunks.delete(oldest);
      this.#take(answer);
    } catch (error) {
      this.error = error;
    }
    this.#asked.delete(chunk);
    if (this.#isClosed) return;
    this.#source.onChange();
    this.#load();
  }

  #take({ total, isComplete, edition, kinds }: RowsAnswer): void {
    this.isReady = true;
    this.total = total;
    this.isComplete = isComplete;
    this.kinds = kinds;
    this.#edition = Math.max(this.#edition, edition);
    if (!isComplete) this.#poll();
  }

  /** Asks how many there are until all are counted. */
  #poll(): void {
    if (this.#isPolling) return;
    this.#isPolling = true;
    this.#source.wait(() => {
      this.#isPolling = false;
      if (this.#isClosed) return;
      this.#source.read(0, 0, false).then(
        (answer) => {
          this.#take(answer);
          if (this.#isClosed) return;
          this.#source.onChange();
          this.#load();
        },
        (error: unknown) => {
          this.error = error;
          this.#source.onChange();
        },
      );
    });
  }
}
