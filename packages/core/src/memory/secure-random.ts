/** A number in [0, 1) of 32 random bits that nobody can foresee. */
export function secureRandom(): number {
  const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
  return bits / 2 ** 32;
}
