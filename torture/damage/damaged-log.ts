import { seededRandom } from "../seeded-random.ts";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SECTOR_BYTES = 512;

/** A damaged log. */
export interface DamagedLog {
  readonly log: Buffer;
  readonly what: string;
  /**
   * Up to here every frame is as it was, so every transaction that ends by then must be there, and
   * no other.
   */
  readonly soundBytes: number;
}

/** Counts the cases if every offset, sector and byte has one. */
export function countEvery(log: Buffer): number {
  return log.length + 1 + Math.ceil(log.length / SECTOR_BYTES) + log.length;
}

/**
 * The case of a number, when every offset is cut, then every sector zeroed, then a bit of every
 * byte flipped.
 */
export function damageEvery(log: Buffer, number: number): DamagedLog {
  if (number <= log.length) return cut(log, number);
  const sector = number - log.length - 1;
  const sectors = Math.ceil(log.length / SECTOR_BYTES);
  if (sector < sectors) return zero(log, sector * SECTOR_BYTES);
  return flip(log, sector - sectors, number % 8);
}

/** The case of a number, drawn: three cuts, then a zeroed sector, then a flipped bit. */
export function damageSome(log: Buffer, seed: number, number: number): DamagedLog {
  const random = seededRandom(seed, number);
  if (number % 5 < 3) return cut(log, random.below(log.length + 1));
  if (number % 5 === 3) {
    return zero(log, SECTOR_BYTES * random.below(Math.ceil(log.length / SECTOR_BYTES)));
  }
  // The header is small, and matters most.
  const reach = random.chance(0.2) ? HEADER_BYTES : log.length;
  return flip(log, random.below(reach), random.below(8));
}

function cut(log: Buffer, offset: number): DamagedLog {
  return { log: log.subarray(0, offset), what: `cut at ${offset}`, soundBytes: offset };
}

function zero(log: Buffer, from: number): DamagedLog {
  const damaged = Buffer.from(log);
  damaged.fill(0, from, Math.min(from + SECTOR_BYTES, log.length));
  return { log: damaged, what: `zeros from ${from}`, soundBytes: soundBytes(log, damaged) };
}

function flip(log: Buffer, offset: number, bit: number): DamagedLog {
  const damaged = Buffer.from(log);
  damaged.writeUInt8(log.readUInt8(offset) ^ (1 << bit), offset);
  const what = `bit ${bit} of byte ${offset} flipped`;
  return { log: damaged, what, soundBytes: soundBytes(log, damaged) };
}

/** The end of the last frame before the first byte that differs. */
function soundBytes(log: Buffer, damaged: Buffer): number {
  const first = log.findIndex((byte, index) => byte !== damaged[index]);
  if (first === -1) return log.length;
  if (first < HEADER_BYTES) return 0;
  // The header says how large a page is.
  const frame = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  return HEADER_BYTES + frame * Math.floor((first - HEADER_BYTES) / frame);
}
