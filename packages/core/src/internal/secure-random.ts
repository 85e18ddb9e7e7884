/** Random words fetched at once. One fetch takes as long as making several ids. */
const WORDS_AT_ONCE = 256;

/** A number in [0, 1) of 32 random bits that nobody can foresee. */
export function secureRandom(): number {
  const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
  return bits / 2 ** 32;
}

/** Makes whole numbers of 32 random bits that nobody can foresee, many of them. */
export function randomWords(): () => number {
  const words = new Uint32Array(WORDS_AT_ONCE);
  let next = words.length;
  return () => {
    if (next === words.length) {
      crypto.getRandomValues(words);
      next = 0;
    }
    const word = words[next] ?? 0;
    next += 1;
    return word;
  };
}
