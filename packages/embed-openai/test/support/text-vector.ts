/**
 * A vector of length 1 that depends on every character of the text: what the played servers answer.
 */
export function textVector(text: string, width: number): Float32Array {
  let state = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 16_777_619);
  }
  const values = Array.from({ length: width }, () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1;
    return (state >>> 8) / 2 ** 24 - 0.5;
  });
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}
