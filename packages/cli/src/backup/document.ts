import { createHash, createHmac, timingSafeEqual } from "node:crypto";

import { MemoryError } from "@kioku/core";

import { invalidInput, storeFailed } from "./errors.js";
import { isEncryption, type Encryption, type KeyRing } from "./keys.js";

/** Version of the layout of a place. */
export const FORMAT = 1;
/** Longest document that is read: the manifest of 5 TB. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A small JSON object that proves itself: any changed bit is noticed. */
interface Document {
  readonly format: typeof FORMAT;
  /** Absent if nothing is encrypted. */
  readonly encryption?: Encryption | undefined;
}

/** Returns the text of a document with its checksum and, in an encrypted place, its seal. */
export async function writeDocument(fields: Document, keys: KeyRing): Promise<Buffer> {
  const text = JSON.stringify(fields);
  const checksum = createHash("sha256").update(text).digest("hex");
  const seal = await sealOf(text, fields, keys);
  return Buffer.from(JSON.stringify({ ...fields, checksum, seal }));
}

/**
 * Reads a document. Without a secret, a sealed one is only checked for damage.
 * @throws `store-failed` if it is damaged, `schema-too-new`, `invalid-input` for another key.
 */
export async function readDocument<T extends Document>(
  bytes: Uint8Array,
  isOne: (value: unknown) => value is T,
  { key, keys }: { readonly key: string; readonly keys: KeyRing },
): Promise<T> {
  const { fields, seal } = proved(bytes) ?? {};
  if (fields === undefined) throw storeFailed(`${key} is damaged`);
  const { format, encryption } = fields as Partial<Document>;
  if (typeof format === "number" && format > FORMAT) {
    throw new MemoryError(
      "schema-too-new",
      `${key} has format ${format}, but this version supports up to ${FORMAT}: update kioku`,
    );
  }
  const isKnown = encryption === undefined || isEncryption(encryption);
  if (format !== FORMAT || !isKnown || !isOne(fields)) throw storeFailed(`${key} is malformed`);
  if (keys.hasSecret) await checkSeal(fields, seal, { key, keys });
  return fields;
}

async function checkSeal(
  fields: Document,
  seal: unknown,
  { key, keys }: { readonly key: string; readonly keys: KeyRing },
): Promise<void> {
  if (fields.encryption === undefined) {
    throw invalidInput(
      `${key} is not encrypted, but there is a key: unset it, if you trust ${key}`,
    );
  }
  const expected = Buffer.from((await sealOf(JSON.stringify(fields), fields, keys)) ?? "");
  const given = Buffer.from(typeof seal === "string" ? seal : "");
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw invalidInput(`${key} is sealed with another key: set the key that it was made with`);
}

/** Returns the fields of a document whose checksum fits. */
function proved(
  bytes: Uint8Array,
): { readonly fields: object; readonly seal: unknown } | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    // Only what would be written so: no space, no other spelling of a number.
    if (typeof value !== "object" || value === null || JSON.stringify(value) !== text)
      return undefined;
    const { checksum, seal, ...fields } = value as Readonly<Record<string, unknown>>;
    const digest = createHash("sha256").update(JSON.stringify(fields)).digest("hex");
    return checksum === digest ? { fields, seal } : undefined;
  } catch {
    return undefined;
  }
}

async function sealOf(
  text: string,
  { encryption }: Document,
  keys: KeyRing,
): Promise<string | undefined> {
  if (encryption === undefined) return undefined;
  const { seal } = await keys.keysOf(encryption);
  return createHmac("sha256", seal).update(text).digest("hex");
}
