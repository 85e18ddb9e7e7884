/** Ordinals of the first window: few, since only its best tell which terms are common. */
const FIRST = 256;
/** Most ordinals that are scored at a time, so that their sums stay in the processor's cache. */
const MOST = 4_096;

/** Sums of the records of one window. */
export class ScoreWindow {
  readonly sums: Float64Array;
  /** A bit for each record with a sum. */
  readonly marks: Uint32Array;
  /** Places of the records that may be among the best, ascending. */
  readonly chosen: Uint16Array;
  chosenCount = 0;
  /** Its first ordinal, and the first behind it. */
  from = 0;
  to = 0;
  #length = FIRST / 2;

  /** @param size - Number of all ordinals. */
  constructor(size: number) {
    const length = Math.min(size, MOST);
    this.sums = new Float64Array(length);
    this.marks = new Uint32Array(Math.ceil(length / 32));
    this.chosen = new Uint16Array(length);
  }

  /** Moves to an ordinal, and becomes twice as long up to a limit. */
  moveTo(from: number): void {
    this.#length = Math.min(this.#length * 2, this.sums.length);
    this.from = from;
    this.to = from + this.#length;
  }

  add(ordinal: number, contribution: number): void {
    const place = ordinal - this.from;
    this.sums[place] = (this.sums[place] ?? 0) + contribution;
    this.marks[place >>> 5] = (this.marks[place >>> 5] ?? 0) | (1 << (place & 31));
  }

  /** Chooses all records with a sum, ascending. */
  choose(): void {
    const { sums, marks, chosen } = this;
    let count = 0;
    for (let word = 0; word < marks.length; word += 1) {
      let bits = marks[word] ?? 0;
      while (bits !== 0) {
        const place = word * 32 + 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
        if ((sums[place] ?? 0) === 0) continue;
        chosen[count] = place;
        count += 1;
      }
    }
    this.chosenCount = count;
  }

  /** Drops chosen records whose sum is below `least`. */
  drop(least: number): void {
    const { sums, chosen, chosenCount } = this;
    let kept = 0;
    for (let index = 0; index < chosenCount; index += 1) {
      const place = chosen[index] ?? 0;
      chosen[kept] = place;
      if ((sums[place] ?? 0) >= least) kept += 1;
    }
    this.chosenCount = kept;
  }

  /** Removes all sums. */
  clear(): void {
    this.sums.fill(0);
    this.marks.fill(0);
  }
}
