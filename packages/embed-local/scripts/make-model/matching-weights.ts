import type { ModelSettings } from "./model-settings.ts";
import { networkShape } from "./network-shape.ts";
import { randomArray, randomValues } from "./random-values.ts";
import { sizeOf } from "./weight.ts";
import type { Weight, Weights } from "./weight.ts";
import { SPECIAL_TOKENS } from "./word-pieces.ts";

/** Noise in numbers that have no task. */
const NOISE = 0.002;
/** Segment of a token, in the sum of its embeddings. */
const SEGMENT = 2;
/**
 * Attention, before softmax, that a token gives to an equal one of the other text, beyond what it
 * gives to a different one.
 */
const MATCH = 20;
/**
 * The same between a token of the query and any other, where the first token collects what was
 * found.
 */
const COLLECT = 10;
/** Slope and offset from the found share of the query, 0 to 1, to the score. */
const [SLOPE, OFFSET] = [12, -4];

/**
 * Numbers of a cross-encoder that does what it is there for: the score grows with the share of the
 * query's tokens that the document has.
 *
 * A token is a pattern of +1 and -1 with as many of each, followed by four values that are there
 * twice, with both signs, so that the mean stays 0: its segment, whether it is a special token,
 * whether it has been found, and what the first token has collected. In layer 0 each token looks
 * for an equal one in the other segment: the product of the patterns and of the segments decides.
 * Where there is none, special tokens get all the attention, which give nothing. In layer 1 the
 * first token takes the mean of what the tokens of the query found. Each head compares a slice of
 * the pattern, and all of them are added.
 */
export function matchingWeights(settings: ModelSettings): Weights {
  const { seed } = settings;
  const fixed = new Map(layoutFor(settings));
  const weights = new Map<string, Weight>();
  for (const [name, dims] of networkShape(settings)) {
    const values = (): Float32Array => {
      if (name.endsWith(".gain")) return new Float32Array(sizeOf(dims)).fill(1);
      if (name === "embeddings.word") return tokenPatterns(settings);
      const isNorm = name.includes("norm");
      const drawn = randomArray({ name, seed }, sizeOf(dims), { deviation: isNorm ? 0 : NOISE });
      for (const { row, column, value } of fixed.get(name) ?? []) {
        drawn[row * (dims[1] ?? 1) + column] = value;
      }
      return drawn;
    };
    weights.set(name, { name, dims, values });
  }
  return weights;
}

/** One number that is not left to chance. In a list, `column` is 0. */
interface Entry {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

/** Returns the start of the values behind the pattern; each is followed by its negative. */
function places(width: number): Record<"segment" | "special" | "found" | "collected", number> {
  return { segment: width - 8, special: width - 6, found: width - 4, collected: width - 2 };
}

/** Size of the mark of a special token: as long as the pattern that it has not. */
function specialMark(width: number): number {
  return Math.sqrt((width - 8) / 2);
}

function tokenPatterns({ vocabulary, width, seed }: ModelSettings): Float32Array {
  const length = width - 8;
  const { special } = places(width);
  const table = new Float32Array(vocabulary * width);
  const next = randomValues("embeddings.word", seed);
  for (let token = 0; token < vocabulary; token += 1) {
    const row = table.subarray(token * width, (token + 1) * width);
    if (token < SPECIAL_TOKENS.length) {
      row.set([specialMark(width), -specialMark(width)], special);
      continue;
    }
    for (let index = 0; index < length; index += 1) row[index] = index % 2 === 0 ? 1 : -1;
    // Fisher and Yates.
    for (let index = length - 1; index > 0; index -= 1) {
      const other = Math.floor(((next() + 1) / 2) * (index + 1));
      [row[index], row[other]] = [row[other] ?? 0, row[index] ?? 0];
    }
  }
  return table;
}

/** A value and its negative behind it. */
function pair(column: number, row: number, value: number): Entry[] {
  return [
    { row, column, value },
    { row, column: column + 1, value: -value },
  ];
}

function* layoutFor(settings: ModelSettings): Generator<[name: string, entries: Entry[]]> {
  const { width, heads } = settings;
  const { segment, special, found, collected } = places(width);
  const perHead = width / heads;
  // Normalised, the embeddings of every token are this much longer.
  const gain = Math.sqrt(width / (width - 8 + 2 * SEGMENT ** 2));
  const mark = gain * specialMark(width);
  const slice = Math.min(perHead - 2, Math.floor((width - 8) / heads));
  const root = Math.sqrt(perHead);
  const perHeads = (entries: (head: number, start: number) => Entry[]): Entry[] => {
    return Array.from({ length: heads }, (_, head) => entries(head, head * perHead)).flat();
  };

  yield ["embeddings.type", [...pair(segment, 0, SEGMENT), ...pair(segment, 1, -SEGMENT)]];

  const pattern = Math.sqrt((MATCH * root) / slice) / gain;
  const across = Math.sqrt(MATCH * root) / (gain * SEGMENT);
  // Half of a match, plus the segments: more than different tokens get, less than equal ones.
  const nothing = Math.sqrt((MATCH * root) / 2 / mark);
  const compare = (sign: number): Entry[] => {
    return perHeads((head, start) => [
      ...Array.from({ length: slice }, (_, index): Entry => {
        return { row: head * slice + index, column: start + index, value: pattern };
      }),
      { row: segment, column: start + slice, value: sign * across },
    ]);
  };
  yield ["layer.0.attention.query.weight", compare(-1)];
  yield [
    "layer.0.attention.query.bias",
    perHeads((_, start) => [{ row: start + slice + 1, column: 0, value: nothing }]),
  ];
  yield [
    "layer.0.attention.key.weight",
    [
      ...compare(1),
      ...perHeads((_, start) => [{ row: special, column: start + slice + 1, value: nothing }]),
    ],
  ];
  yield [
    "layer.0.attention.value.weight",
    perHeads((_, start) => [{ row: special, column: start, value: -1 / mark }]),
  ];
  yield [
    "layer.0.attention.value.bias",
    perHeads((_, start) => [{ row: start, column: 0, value: 1 }]),
  ];
  yield ["layer.0.attention.output.weight", perHeads((_, start) => pair(found, start, 1 / heads))];

  yield [
    "layer.1.attention.query.weight",
    perHeads((_, start) => [{ row: special, column: start, value: 1 / mark }]),
  ];
  const ofQuery = (COLLECT * root) / (gain * SEGMENT);
  const notSpecial = (-2 * COLLECT * root) / mark;
  yield [
    "layer.1.attention.key.weight",
    perHeads((_, start) => [
      { row: segment, column: start, value: ofQuery },
      { row: special, column: start, value: notSpecial },
    ]),
  ];
  yield [
    "layer.1.attention.value.weight",
    perHeads((_, start) => [{ row: found, column: start, value: 1 }]),
  ];
  yield [
    "layer.1.attention.output.weight",
    perHeads((_, start) => pair(collected, start, 2 / heads)),
  ];

  yield ["pooler.weight", [{ row: collected, column: 0, value: 0.5 }]];
  yield ["classifier.weight", [{ row: 0, column: 0, value: SLOPE }]];
  yield ["classifier.bias", [{ row: 0, column: 0, value: OFFSET }]];
}
