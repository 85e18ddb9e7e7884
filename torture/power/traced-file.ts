import type { SeededRandom } from "../seeded-random.ts";
import type { Change } from "./trace-events.ts";

/** Bytes that grow, without the cost of a copy at each write. */
class Content {
  #bytes: Buffer;
  length: number;

  constructor(bytes: Buffer) {
    this.#bytes = Buffer.from(bytes);
    this.length = bytes.length;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  write(offset: number, data: Buffer): void {
    this.resize(Math.max(this.length, offset + data.length));
    data.copy(this.#bytes, offset);
  }

  /** Fills with zeros where it grows. */
  resize(length: number): void {
    if (length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(length, 2 * this.#bytes.length));
      this.bytes.copy(larger);
      this.#bytes = larger;
    } else if (length < this.length) this.#bytes.fill(0, length, this.length);
    this.length = length;
  }

  apply(change: Change): void {
    if (change.type === "cut") this.resize(change.length);
    else this.write(change.offset, change.data);
  }
}

interface Pending {
  readonly number: number;
  readonly change: Change;
}

/** Changes that a power failure took, and changes that it left. */
export interface Losses {
  lostChanges: number;
  tornWrites: number;
}

/** Unit in which a disk writes. */
const SECTOR = 512;

/** A file: what is on the disk for sure, and changes since that may be there or not. */
export class TracedFile {
  readonly #synced: Content;
  #pending: Pending[] = [];

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#synced = new Content(bytes);
  }

  change(number: number, change: Change): void {
    this.#pending.push({ number, change });
  }

  /** Notes that the changes before a number are on the disk. */
  sync(before: number): void {
    for (const { number, change } of this.#pending) {
      if (number < before) this.#synced.apply(change);
    }
    this.#pending = this.#pending.filter(({ number }) => number >= before);
  }

  /** Returns the content that processes read. */
  newest(): Buffer {
    const content = new Content(this.#synced.bytes);
    for (const { change } of this.#pending) content.apply(change);
    return content.bytes;
  }

  /**
   * Returns a content that a power failure may leave: unsynced changes are kept, lost or torn in
   * any choice, so that later ones may be there without earlier ones.
   */
  afterPowerCut(random: SeededRandom, losses: Losses): Buffer {
    const content = new Content(this.#synced.bytes);
    const way = random.pick(["none", "all", "first", "some", "sectors", "sectors"] as const);
    const share = random.pick([0.1, 0.5, 0.9]);
    const first = random.below(this.#pending.length + 1);
    for (const [index, { change }] of this.#pending.entries()) {
      const isKept =
        way === "all" || (way === "first" && index < first) || random.chance(share * keeps(way));
      if (isKept) content.apply(change);
      else if (way === "sectors" && change.type === "written") {
        losses.tornWrites += 1;
        keepSectors(content, change, { random, share });
      } else {
        losses.lostChanges += 1;
        // The length is on the disk, the data is not.
        if (change.type === "written" && random.chance(0.3)) {
          content.resize(Math.max(content.length, change.offset + change.data.length));
        }
      }
    }
    return Buffer.from(content.bytes);
  }
}

function keeps(way: string): number {
  return way === "some" ? 1 : way === "sectors" ? 0.3 : 0;
}

/** Writes some sectors; as SQLite expects of disks, bytes beside a write stay as they are. */
function keepSectors(
  content: Content,
  { offset, data }: Extract<Change, { readonly type: "written" }>,
  { random, share }: { readonly random: SeededRandom; readonly share: number },
): void {
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, (Math.floor((offset + from) / SECTOR) + 1) * SECTOR - offset);
    if (random.chance(share)) content.write(offset + from, data.subarray(from, to));
    from = to;
  }
}
