import { hashText } from "../text/hash.js";

const WORD = /[0-9a-f]{8}/gu;

/**
 * Makes numbers in [0, 1) that the seed alone decides: Small Fast Counter (sfc32) with 128 bits of
 * the seed's hash as its state.
 *
 * @see https://pracrand.sourceforge.net/RNG_engines.txt
 */
export function seededRandom(seed: string): () => number {
  const words = hashText(seed).match(WORD) ?? [];
  let [a = 0, b = 0, c = 0, counter = 0] = words.map((word) => Number.parseInt(word, 16));
  return () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}
