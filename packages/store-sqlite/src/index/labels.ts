import { entryBytes, OBJECT_BYTES } from "./columns.js";

/** Values that many records share; `traits`: null if not searchable. */
export interface Label {
  readonly kind: string;
  readonly traits: number | null;
  readonly speaker: string | null;
}

/** The label of ordinals without a record. */
export const NO_LABEL: number = 0;

/** Placeholder, equal to no label in use. */
const UNUSED: Label = { kind: "", traits: null, speaker: null };

/** Small numbers from 1 for combinations of kind, traits and speaker that many records share. */
export class Labels {
  readonly #labels: Label[] = [];
  readonly #numbers = new Map<string, number>();
  #bytes = 2 * OBJECT_BYTES;

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the used labels by number, for `restore`; others may be of erased records. */
  state(isUsed: (number: number) => boolean): readonly (Label | null)[] {
    return this.#labels.map((label, index) => (isUsed(index + 1) ? label : null));
  }

  /** Adds labels to none. */
  restore(labels: readonly (Label | null)[]): void {
    for (const label of labels) {
      if (label) this.numberOf(label);
      else this.#labels.push(UNUSED);
    }
  }

  /** Returns the number of a label. */
  numberOf({ kind, traits, speaker }: Label): number {
    const key = `${traits ?? ""}:${kind}${speaker === null ? "" : `\0${speaker}`}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#labels.push({ kind, traits, speaker });
    this.#numbers.set(key, number);
    this.#bytes += OBJECT_BYTES + entryBytes(key);
    return number;
  }

  /** Returns the label of a number. */
  at(number: number): Label | undefined {
    return this.#labels[number - 1];
  }

  /** Returns a test of whether a number stands for one of these kinds. */
  ofKinds(kinds: readonly string[]): (number: number) => boolean {
    const wanted = new Set(kinds);
    let known: readonly boolean[] = [];
    return (number) => {
      // Labels may have been added since.
      if (number > known.length) known = this.#labels.map(({ kind }) => wanted.has(kind));
      return known[number - 1] ?? false;
    };
  }
}
