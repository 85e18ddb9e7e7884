/**
 * Numbers from -1 to 1, the same ones for the same name and seed on every machine: FNV-1a hashes
 * the name, Mulberry32 goes on from there. Integers and one division only, so that no rounding
 * differs.
 */
export function randomValues(name: string, seed: number): () => number {
  let state = 0x811c9dc5;
  for (const sign of `${seed}/${name}`) {
    state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) | 0) / 2 ** 31;
  };
}

/** Returns random numbers with the standard deviation `deviation` around `mean`. */
export function randomArray(
  { name, seed }: { readonly name: string; readonly seed: number },
  length: number,
  { deviation, mean = 0 }: { readonly deviation: number; readonly mean?: number },
): Float32Array {
  const next = randomValues(name, seed);
  // Spread evenly from -1 to 1, numbers deviate by the root of a third.
  const scale = deviation * Math.sqrt(3);
  const values = new Float32Array(length);
  for (let index = 0; index < length; index += 1) values[index] = mean + scale * next();
  return values;
}
