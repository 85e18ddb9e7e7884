import { ENTRY_BYTES, OBJECT_BYTES, textBytes } from "./memory-size.js";

interface Trait {
  readonly kind: string;
  readonly scripts: number | null;
}

/** Stands for no record. */
export const NO_TRAIT: number = 0;

/**
 * Small numbers, from 1, for what many records have in common: their kind, and their scripts if
 * they are searchable.
 */
export class Traits {
  readonly #traits: Trait[] = [];
  readonly #numbers = new Map<string, number>();
  #bytes = OBJECT_BYTES;

  /** What it takes in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of a kind with these scripts; `null` is not searchable. */
  numberOf(kind: string, scripts: number | null): number {
    const key = `${scripts ?? ""}:${kind}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#traits.push({ kind, scripts });
    this.#numbers.set(key, number);
    this.#bytes += ENTRY_BYTES + OBJECT_BYTES + textBytes(key);
    return number;
  }

  /** The kind that a number stands for. */
  kind(number: number): string {
    return this.#traits[number - 1]?.kind ?? "";
  }

  /** The scripts that a number stands for. */
  scripts(number: number): number | null {
    return this.#traits[number - 1]?.scripts ?? null;
  }

  /** Tells of numbers whether they stand for one of these kinds. */
  ofKinds(kinds: readonly string[]): (number: number) => boolean {
    const wanted = new Set(kinds);
    let known: readonly boolean[] = [];
    return (number) => {
      // New traits may have come since.
      if (number > known.length) known = this.#traits.map(({ kind }) => wanted.has(kind));
      return known[number - 1] ?? false;
    };
  }
}
