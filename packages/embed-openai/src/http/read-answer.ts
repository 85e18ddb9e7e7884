/** The usable vectors of an answer. */
export interface Answer {
  readonly kind: "answer";
  /** One per text, in the order of the texts; `undefined` for a text without a usable one. */
  readonly vectors: readonly (Float32Array | undefined)[];
  /** The reason why some are missing, to follow "answered". */
  readonly damage: string | undefined;
  /** Tokens as the server counted them. */
  readonly tokens: number | undefined;
}

/** Puts the vectors of an answer in the order of the texts and leaves out the unusable ones. */
export function readAnswer(
  data: readonly unknown[],
  usage: unknown,
  expected: { readonly count: number; readonly width: number | undefined },
): Answer {
  let damage: string | undefined;
  const note = (reason: string): undefined => {
    damage ??= reason;
    return undefined;
  };
  const { count } = expected;
  const items = itemsByText(data, count);
  if (!items) note(`vectors for texts that it was not sent (${data.length} for ${count})`);
  else if (items.size < count) note(`${items.size} usable vectors for ${count} texts`);
  const decoded = Array.from({ length: count }, (_, index) => {
    const item = items?.get(index);
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
 * Assigns items to texts: by `index`, or by order if no item has one and there is one per text. Two
 * items for one text are both left out, since either may be wrong. Returns `undefined` if an item
 * belongs to no text: such a server counts something else, and no index of it can be trusted.
 */
function itemsByText(
  data: readonly unknown[],
  count: number,
): ReadonlyMap<number, Item> | undefined {
  if (data.length > count) return undefined;
  const items = data.map((item) =>
    typeof item === "object" && item !== null ? (item as Item) : {},
  );
  if (items.every((item) => item["index"] === undefined)) {
    return new Map(items.length === count ? items.entries() : []);
  }
  const byText = new Map<number, Item>();
  const seen = new Set<number>();
  for (const item of items) {
    const { index } = item;
    if (index === undefined) continue;
    const isIndex = typeof index === "number" && Number.isInteger(index) && index >= 0;
    if (!isIndex || index >= count) return undefined;
    if (seen.has(index)) byText.delete(index);
    else byText.set(index, item);
    seen.add(index);
  }
  return byText;
}

/** Returns the width that most of the vectors have. */
function usualWidth(vectors: readonly (Float32Array | undefined)[]): number | undefined {
  const present = vectors.filter((vector) => vector !== undefined);
  const groups = [...Map.groupBy(present, ({ length }) => length)];
  return groups.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

function tokensOf(usage: unknown): number | undefined {
  if (typeof usage !== "object" || usage === null) return undefined;
  const { total_tokens: total, prompt_tokens: prompt } = usage as Item;
  return [total, prompt].find(
    (count): count is number => typeof count === "number" && Number.isFinite(count) && count >= 0,
  );
}

/** Decodes a vector in either encoding, or returns the reason why it cannot. */
function decodeVector(value: unknown): Float32Array | string {
  if (typeof value === "string") return decodeBase64(value);
  return Array.isArray(value) ? decodeFloats(value) : "something that is not a vector";
}

function decodeFloats(values: readonly unknown[]): Float32Array | string {
  const vector = new Float32Array(values.length);
  // By index: this runs for every number that arrives.
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (typeof value !== "number") return "a vector with something other than numbers";
    vector[index] = value;
  }
  return usable(vector);
}

/** Decodes four bytes a number, the lowest first. */
function decodeBase64(text: string): Float32Array | string {
  const bytes = Buffer.from(text, "base64");
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const length = Math.floor(((text.length - padding) * 3) / 4);
  // `Buffer` skips characters that are not base64, which shows in the length.
  if (bytes.length !== length || bytes.length % 4 !== 0) return "a vector that is not base64";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const vector = new Float32Array(bytes.length / 4);
  for (let index = 0; index < vector.length; index += 1) {
    vector[index] = view.getFloat32(index * 4, true);
  }
  return usable(vector);
}

function usable(vector: Float32Array): Float32Array | string {
  let squares = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const value = vector[index] ?? 0;
    squares += value * value;
  }
  if (!Number.isFinite(squares)) return "a vector with numbers that are not finite";
  return squares > 0 ? vector : "a vector of zeros";
}
