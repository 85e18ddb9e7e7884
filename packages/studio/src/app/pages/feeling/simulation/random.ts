/**
 * Makes numbers in [0, 1) that a seed and a stream decide: sfc32. Each step of a run has a stream
 * of its own, so that an action on one day changes no draw of another.
 * @see https://pracrand.sourceforge.net/RNG_engines.txt
 */
export function seededNumbers(seed: number, stream: number): () => number {
  let [a, b, c, counter] = [seed | 0, stream | 0, 0x9e_37_79_b9 | 0, 1];
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first numbers of neighbouring seeds are alike.
  for (let round = 0; round < 20; round += 1) next();
  return next;
}
