import { decodeVector } from "./decode-vector.js";

/** The vectors of an answer that can be used. */
export interface Answer {
  readonly kind: "answer";
  /** One per text, in the order of the texts; `undefined` where there is none that is whole. */
  readonly vectors: readonly (Float32Array | undefined)[];
  /** Why some are missing, to go behind "answered". */
  readonly damage: string | undefined;
  /** What the server counted. */
  readonly tokens: number | undefined;
}

/** What was asked for. */
export interface Expected {
  /** How many texts. */
  readonly count: number;
  /** The width, if it is known. */
  readonly width: number | undefined;
}

/**
 * Puts the vectors of an answer in the order of the texts, and leaves out those that cannot be
 * right.
 */
export function readAnswer(data: readonly unknown[], usage: unknown, expected: Expected): Answer {
  let damage: string | undefined;
  const note = (reason: string): undefined => {
    damage ??= reason;
    return undefined;
  };
  const { count } = expected;
  const places = placesOf(data, count);
  if (!places) note(`vectors for texts that it was not sent (${data.length} for ${count})`);
  else if (places.size < count) note(`${places.size} usable vectors for ${count} texts`);
  const decoded = Array.from({ length: count }, (_, index) => {
    const item = places?.get(index);
    if (item === undefined) return undefined;
    const vector = decodeVector(item["embedding"]);
    return typeof vector === "string" ? note(vector) : vector;
  });
  const width = expected.width ?? usualWidth(decoded);
  const vectors = decoded.map((vector) => {
    if (!vector || vector.length === width) return vector;
    return note(`a vector of width ${vector.length} instead of ${width}`);
  });
  return { kind: "answer", vectors, damage, tokens: tokensOf(usage) };
}

type Item = Readonly<Record<string, unknown>>;

/**
 * Which item belongs to which text: by `index`, or by the order if no item has one and there is one
 * for each text. Items that claim the same text are both left out: nobody knows which of them is
 * right. `undefined` if an item belongs to no text: such a server counts something else, such as
 * parts of texts, and none of its places can be trusted.
 */
function placesOf(data: readonly unknown[], count: number): ReadonlyMap<number, Item> | undefined {
  if (data.length > count) return undefined;
  const items = data.map((item) =>
    typeof item === "object" && item !== null ? (item as Item) : {},
  );
  const places = new Map<number, Item>();
  if (items.every((item) => item["index"] === undefined)) {
    if (items.length === count)
      for (const [index, item] of items.entries()) places.set(index, item);
    return places;
  }
  const seen = new Set<number>();
  for (const item of items) {
    const { index } = item;
    if (index === undefined) continue;
    const isPlace = typeof index === "number" && Number.isInteger(index) && index >= 0;
    if (!isPlace || index >= count) return undefined;
    if (seen.has(index)) places.delete(index);
    else places.set(index, item);
    seen.add(index);
  }
  return places;
}

/** The width that most of the vectors have. */
function usualWidth(vectors: readonly (Float32Array | undefined)[]): number | undefined {
  const byWidth = Map.groupBy(
    vectors.filter((vector) => vector !== undefined),
    ({ length }) => length,
  );
  const groups = [...byWidth].toSorted(([, a], [, b]) => b.length - a.length);
  return groups[0]?.[0];
}

function tokensOf(usage: unknown): number | undefined {
  if (typeof usage !== "object" || usage === null) return undefined;
  const { total_tokens: total, prompt_tokens: prompt } = usage as Item;
  return [total, prompt].find(
    (count): count is number => typeof count === "number" && Number.isFinite(count) && count >= 0,
  );
}
