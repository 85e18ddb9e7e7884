import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

/** A part among the others of its object: it cannot stand for another one. */
export interface PartPlace {
  /** Id of the backup, or of the list. */
  readonly id: string;
  /** Counted from 0. */
  readonly index: number;
  /** Number of parts. */
  readonly count: number;
}

const TAG_BYTES = 16;

/**
 * Packs a part with gzip, and encrypts it if there is a key. The same bytes give the same result,
 * so that a part that was sent before can be recognised.
 */
export async function packPart(
  bytes: Uint8Array,
  place: PartPlace,
  key: Uint8Array | undefined,
): Promise<Buffer> {
  const packed = await promisify(gzip)(bytes, { level: 1 });
  if (key === undefined) return packed;
  const cipher = createCipheriv("aes-256-gcm", key, nonce(place));
  cipher.setAAD(describe(place));
  return Buffer.concat([cipher.update(packed), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Returns the bytes of a part, at most `limit`; `undefined` if it is damaged or of another place.
 */
export async function unpackPart(
  stored: Uint8Array,
  place: PartPlace,
  { key, limit }: { readonly key: Uint8Array | undefined; readonly limit: number },
): Promise<Buffer | undefined> {
  try {
    const packed = key === undefined ? stored : decrypt(stored, place, key);
    return await promisify(gunzip)(packed, { maxOutputLength: Math.max(1, limit) });
  } catch {
    return undefined;
  }
}

function decrypt(stored: Uint8Array, place: PartPlace, key: Uint8Array): Buffer {
  const end = stored.length - TAG_BYTES;
  const decipher = createDecipheriv("aes-256-gcm", key, nonce(place), { authTagLength: TAG_BYTES });
  decipher.setAAD(describe(place));
  decipher.setAuthTag(stored.subarray(end));
  return Buffer.concat([decipher.update(stored.subarray(0, end)), decipher.final()]);
}

/** The key is of one object alone, and each part of it is made once of the same bytes. */
function nonce({ index }: PartPlace): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(index, 8);
  return bytes;
}

function describe({ id, index, count }: PartPlace): Buffer {
  return Buffer.from(`kioku part ${id} ${index} ${count}`);
}

/** Returns the SHA-256 of bytes in hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
