import type { JsonObject, JsonValue, Scope } from "@kioku/core";
import { MemoryError } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";

import { objectOf } from "../../records/json.js";
import { MAX_SECRET_BYTES } from "../model/kind-fields.js";

/** Form of sealed secrets. Another one is refused. */
const FORMAT = 1;
/** Bytes of an initialization vector of GCM. */
export const IV_BYTES = 12;
/** Bytes of an authentication tag of GCM, the most there are. */
export const TAG_BYTES = 16;
/** Names of keys. */
export const KEY_NAME: RegExp = /^[\w.-]{1,64}$/u;

/** Record that a secret belongs to. It cannot be opened in any other. */
export interface SecretPlace {
  /** Scope of the record. */
  readonly scope: Scope;
  /** Its key. */
  readonly key: string;
}

/** Secret in encrypted form. */
export interface SealedSecret {
  /** Name of the key that it is encrypted with. */
  readonly key: string;
  /** Initialization vector. */
  readonly iv: Uint8Array;
  /** Encrypted text, and the tag that proves it. */
  readonly data: Uint8Array;
}

/** Returns the bytes that bind a secret to its format and its record. */
export function boundBytes({ scope, key }: SecretPlace): Uint8Array {
  return Buffer.from(JSON.stringify(["kioku/vault", FORMAT, scopeToPath(scope), key]));
}

/** Returns a sealed secret as JSON. */
export function sealedToJson({ key, iv, data }: SealedSecret): JsonObject {
  return { v: FORMAT, key, iv: toBase64(iv), data: toBase64(data) };
}

/** Reads a sealed secret from JSON. @throws `store-failed` if it is none. */
export function sealedFromJson(value: JsonValue | undefined): SealedSecret {
  const { v, key, iv: ivText, data: dataText } = objectOf(value);
  const iv = fromBase64(ivText);
  const data = fromBase64(dataText);
  const isKey = typeof key === "string" && KEY_NAME.test(key);
  if (v !== FORMAT || !isKey || iv?.length !== IV_BYTES || !data) throw damagedSecret();
  if (data.length <= TAG_BYTES || data.length > MAX_SECRET_BYTES + TAG_BYTES) throw damagedSecret();
  return { key, iv, data };
}

/** Makes the error for a secret that cannot be opened. */
export function damagedSecret(): MemoryError<"store-failed"> {
  return new MemoryError("store-failed", "secret is damaged, or was moved to another record");
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** Returns the bytes of a text in canonical base64, so that every other one is noticed. */
function fromBase64(text: JsonValue | undefined): Uint8Array | undefined {
  if (typeof text !== "string" || text.length > 2 * MAX_SECRET_BYTES) return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}
