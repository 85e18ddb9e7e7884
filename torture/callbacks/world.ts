import { createMemory } from "@kioku/core";
import type {
  Embedder,
  ExportLine,
  ExportOptions,
  Memory,
  MemoryOptions,
  MemoryRoot,
} from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import type { Fault } from "./fault.ts";

const ACKNOWLEDGED = ["tea at noon", "a red bicycle", "the meeting moved to Monday"];

/**
 * A store that misbehaving callbacks and healthy memories share, and the texts that it must and
 * must not hold.
 */
export class World {
  /** Misbehaves. */
  readonly fault: Fault["call"];
  readonly signal: AbortSignal;
  /** Store in a file, or in memory. */
  readonly store: CompleteStore;
  /** For files. */
  readonly directory: string;
  readonly #opened: { close(): Promise<void> }[] = [];
  readonly #stored = new Map<string, string>();
  readonly #refused = new Set<string>();

  constructor(given: {
    readonly fault: Fault["call"];
    readonly signal: AbortSignal;
    readonly store: CompleteStore;
    readonly directory: string;
  }) {
    this.fault = given.fault;
    this.signal = given.signal;
    this.store = withoutClose(given.store);
    this.directory = given.directory;
  }

  /** Ids of the records that were there before. */
  get ids(): readonly string[] {
    return [...this.#stored.keys()];
  }

  /** Makes a memory of the store, which is closed after the case. */
  memory(options: Omit<MemoryOptions, "store"> = {}): MemoryRoot {
    return this.closeLater(createMemory({ ...options, store: this.store }));
  }

  /** Reads all lines of an export. */
  async exported(options: ExportOptions = {}): Promise<readonly ExportLine[]> {
    const lines: ExportLine[] = [];
    for await (const line of this.memory().export(options)) lines.push(line);
    return lines;
  }

  /** Closes something after the case. */
  closeLater<T extends { close(): Promise<void> }>(one: T): T {
    this.#opened.push(one);
    return one;
  }

  /** Writes the records that are there before the callback misbehaves. */
  async begin(): Promise<void> {
    await this.remember(createMemory({ store: this.store }), ACKNOWLEDGED);
  }

  /** Remembers texts, and notes which were acknowledged and which were refused. */
  async remember(
    memory: Pick<Memory, "rememberAll">,
    texts: readonly string[],
    options: { readonly onProgress?: () => never } = {},
  ): Promise<void> {
    try {
      const receipts = await memory.rememberAll(texts, { ...options, signal: this.signal });
      for (const [index, receipt] of receipts.entries()) {
        if (receipt.status === "rejected") this.#refused.add(texts[index] ?? "");
        else this.acknowledge(receipt.record);
      }
    } catch (error) {
      // Nobody can know whether a call that was aborted was done.
      if (!this.signal.aborted) for (const text of texts) this.#refused.add(text);
      throw error;
    }
  }

  /** Notes a record that must be there afterwards. */
  acknowledge({ id, content }: { readonly id: string; readonly content: string }): void {
    this.#stored.set(id, content);
  }

  /** Runs a deletion, and notes what it acknowledged as gone. */
  async removing(work: () => Promise<unknown>): Promise<void> {
    // Half of a deletion that failed may be done.
    this.#stored.clear();
    await work();
  }

  /** Closes what was made for the case. */
  async close(): Promise<void> {
    await Promise.all(this.#opened.map(async (one) => one.close()));
  }

  /**
   * Counts acknowledged records that a healthy memory does not find, and refused ones that it does.
   */
  async countLost(): Promise<number> {
    const healthy = createMemory({ store: this.store });
    let lost = 0;
    for (const [id, content] of this.#stored) {
      const record = await healthy.read(id);
      if (record?.content !== content) lost += 1;
    }
    const { items } = await healthy.list({ limit: 100 });
    lost += items.filter(({ content }) => this.#refused.has(content)).length;
    return lost;
  }
}

/** Keeps a store open when a memory of it is closed. */
function withoutClose(store: CompleteStore): CompleteStore {
  return new Proxy(store, {
    get(target, member) {
      if (member === "close") return async () => undefined;
      const value: unknown = Reflect.get(target, member);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** An embedder that works: the letters of a text, counted in eight groups. */
export function lettersEmbedder(changes: Partial<Embedder> = {}): Embedder {
  return {
    id: "letters",
    dimensions: 8,
    profile: { unrelated: 0.5, related: 0.9 },
    embed: async (texts) => ({ vectors: texts.map((text) => countLetters(text)) }),
    ...changes,
  };
}

function countLetters(text: string): Float32Array {
  const vector = new Float32Array(8).fill(1);
  for (const letter of text) {
    const place = (letter.codePointAt(0) ?? 0) % 8;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}
