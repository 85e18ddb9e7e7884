/** Facts of EXIF data. */
export interface Exif {
  /** When the image was taken. */
  readonly takenAt?: Date;
  /** 1 to 8: how the stored pixels are turned and mirrored. */
  readonly orientation: number;
}

const ORIENTATION = 0x0112;
const EXIF_DIRECTORY = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
const OFFSET_TIME_ORIGINAL = 0x9011;
const MAX_ENTRIES = 1_000;
const TIME = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}):(\d{2}):(\d{2})$/u;
const OFFSET = /^([+-])(0\d|1[0-4]):([0-5]\d)$/u;

/**
 * Returns what EXIF data says about time and orientation. A time without an offset counts as UTC,
 * since cameras do not write where they are. Damaged data says nothing.
 */
export function readExif(bytes: Uint8Array): Exif {
  try {
    const file = new TiffFile(bytes);
    const orientation = file.readShort(file.firstDirectory, ORIENTATION) ?? 1;
    const photo = file.readLong(file.firstDirectory, EXIF_DIRECTORY);
    const [time, offset] = [DATE_TIME_ORIGINAL, OFFSET_TIME_ORIGINAL].map((tag) =>
      photo === undefined ? undefined : file.readText(photo, tag),
    );
    const takenAt = instantOf(time, offset);
    const isKnown = orientation >= 1 && orientation <= 8;
    return { orientation: isKnown ? orientation : 1, ...(takenAt && { takenAt }) };
  } catch (error) {
    if (error instanceof RangeError) return { orientation: 1 };
    throw error;
  }
}

/** Returns the instant of a time such as `2026:03:01 12:30:00` with an offset such as `+02:00`. */
function instantOf(time = "", offset = ""): Date | undefined {
  const [year, month = 0, day, hour, minute, second] = (TIME.exec(time) ?? []).slice(1).map(Number);
  if (year === undefined) return undefined;
  const [, sign, hours = 0, minutes = 0] = OFFSET.exec(offset) ?? [];
  const shift = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Cameras whose clock was never set write zeros.
  const written = `${time.slice(0, 10).replaceAll(":", "-")}T${time.slice(11)}`;
  const isReal = local.toISOString().startsWith(written);
  return isReal ? new Date(local.getTime() - shift * 60_000) : undefined;
}

/** A TIFF file, whose directories are named by their place. Reading beyond its end throws. */
class TiffFile {
  readonly firstDirectory: number;
  readonly #view: DataView;
  readonly #isLittle: boolean;

  constructor(bytes: Uint8Array) {
    // WebP files may have the mark of JPEG files before it.
    const start = bytes[0] === 0x45 ? 6 : 0;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start);
    this.#isLittle = this.#view.getUint8(0) === 0x49;
    this.firstDirectory = this.#view.getUint32(4, this.#isLittle);
  }

  readShort(directory: number, tag: number): number | undefined {
    const at = this.#find(directory, tag);
    return at === undefined ? undefined : this.#view.getUint16(at + 8, this.#isLittle);
  }

  readLong(directory: number, tag: number): number | undefined {
    const at = this.#find(directory, tag);
    return at === undefined ? undefined : this.#view.getUint32(at + 8, this.#isLittle);
  }

  /** Returns a text of at most 32 characters. */
  readText(directory: number, tag: number): string | undefined {
    const at = this.#find(directory, tag);
    if (at === undefined) return undefined;
    const length = this.#view.getUint32(at + 4, this.#isLittle);
    const start = length <= 4 ? at + 8 : this.#view.getUint32(at + 8, this.#isLittle);
    const codes = Array.from({ length: Math.min(length, 32) }, (_, index) =>
      this.#view.getUint8(start + index),
    );
    return String.fromCharCode(...codes).replace(/\0.*$/su, "");
  }

  /** Returns where the entry of a tag starts. */
  #find(directory: number, tag: number): number | undefined {
    const count = Math.min(this.#view.getUint16(directory, this.#isLittle), MAX_ENTRIES);
    for (let index = 0; index < count; index += 1) {
      const at = directory + 2 + index * 12;
      if (this.#view.getUint16(at, this.#isLittle) === tag) return at;
    }
    return undefined;
  }
}
