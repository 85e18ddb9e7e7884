/**
 * Seeded numbers (xoroshiro64*, 64 bits of state): each stream and index has a sequence of its own,
 * so that the millionth vector can be made without the ones before it.
 *
 * @see https://prng.di.unimi.it/xoroshiro64star.c
 */
export class Random {
  #first: number;
  #second: number;

  constructor(seed: number, stream: number, index: number) {
    this.#first = mix(mix(seed) ^ index);
    this.#second = mix(mix(this.#first ^ stream) + index) | 1;
  }

  /** 32 random bits. */
  bits(): number {
    const result = Math.imul(this.#first, 0x9e_37_79_bb);
    const mixed = this.#second ^ this.#first;
    this.#first = rotate(this.#first, 26) ^ mixed ^ (mixed << 9);
    this.#second = rotate(mixed, 13);
    return result;
  }

  /** Returns a number from 0 up to 1. */
  share(): number {
    return (this.bits() >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to `end`, without it. */
  below(end: number): number {
    return Math.floor(this.share() * end);
  }

  /** Close to normal, of mean 0 and deviation 1: four bytes added up. */
  normal(): number {
    const bits = this.bits();
    const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
    return (sum - 510) / BYTES_DEVIATION;
  }
}

const BYTES_DEVIATION = Math.sqrt((4 * (256 ** 2 - 1)) / 12);

function rotate(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by));
}

/** The finaliser of MurmurHash3: every bit of the input changes half of the output. */
function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85_eb_ca_6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2_b2_ae_35);
  return (twice ^ (twice >>> 16)) + 0x9e_37_79_b9;
}
