import type { Page } from "../../model/record.js";

/** From where a layer is read: from a cursor, from the beginning, or not at all any more. */
export type ReadFrom = { readonly cursor: string | undefined } | "end";

/** How a layer is read. */
export interface LayerReading<T> {
  /** Reads the page at a cursor. */
  readonly read: (cursor: string | undefined) => Promise<Page<T>>;
  /** Whether an item has not been shown on an earlier page. */
  readonly isNew: (item: T) => boolean;
  readonly from: ReadFrom;
}

/** Reads the pages of one layer item by item, and knows from where to read on. */
export class LayerReader<T> {
  readonly #reading: LayerReading<T>;
  #from: ReadFrom;
  #page: Page<T> | undefined;
  #index = 0;

  constructor(reading: LayerReading<T>) {
    this.#reading = reading;
    this.#from = reading.from;
  }

  /** Where the page begins that the next item is on. */
  get from(): ReadFrom {
    return this.#from;
  }

  /** The next item, which stays the next one until `pass`; `undefined` at the end. */
  async peek(): Promise<T | undefined> {
    while (this.#from !== "end") {
      this.#page ??= await this.#reading.read(this.#from.cursor);
      const { items, cursor } = this.#page;
      for (; this.#index < items.length; this.#index += 1) {
        const item = items[this.#index];
        if (item !== undefined && this.#reading.isNew(item)) return item;
      }
      this.#from = cursor === undefined ? "end" : { cursor };
      this.#page = undefined;
      this.#index = 0;
    }
    return undefined;
  }

  /** Goes to the item after the one that `peek` gave. */
  pass(): void {
    this.#index += 1;
  }
}
