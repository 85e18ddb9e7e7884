import type { JsonObject, MemoryRecord } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";

import { objectOf } from "../../records/json.js";
import type { Vault } from "../api/vault.js";
import { MAX_SECRET_BYTES, type ShownVaultFields, type VaultFields } from "../model/kind-fields.js";
import { keyVaultOf } from "./create-vault.js";
import { refuseGivenAway } from "./given-away.js";
import { damagedSecret, sealedFromJson, sealedToJson, type SecretPlace } from "./sealed-secret.js";

/**
 * Encrypts the secret of fields for `value.secret` of one record. Further texts that are written
 * with it must not hold it either. @throws `invalid-input` without a vault, for a secret that is
 * none, and for texts that give it away
 */
export function sealFields(
  { secret_value: text, ...fields }: VaultFields,
  { vault, ...place }: SecretPlace & { readonly vault: Vault | undefined },
  further: Readonly<Record<string, string | undefined>> = {},
): { readonly fields: ShownVaultFields; readonly secret: JsonObject } {
  const keys = keyVaultOf(vault);
  checkSecret(text);
  const { caption, entry_type, source } = fields;
  refuseGivenAway(text, { caption, entry_type, source, ...further });
  return { fields, secret: sealedToJson(keys.seal(text, place)) };
}

/**
 * Returns the secret of a record. @throws `store-failed` if it was changed or moved;
 * `invalid-input` if its key is not in the vault
 */
export function openSecret(record: MemoryRecord, vault: Vault | undefined): string {
  const keys = keyVaultOf(vault);
  return keys.open(sealedFromJson(objectOf(record.value)["secret"]), placeOf(record));
}

/** Returns the place that the secret of a record is bound to. */
export function placeOf({ scope, key }: MemoryRecord): SecretPlace {
  if (key === undefined) throw damagedSecret();
  return { scope, key };
}

/** Refuses what is no secret. Nothing of it is quoted. */
function checkSecret(text: unknown): asserts text is string {
  const isText = typeof text === "string" && text !== "" && text.isWellFormed();
  if (!isText || Buffer.byteLength(text) > MAX_SECRET_BYTES) {
    throw invalidInput("secret_value", `text of 1 to ${MAX_SECRET_BYTES} bytes of Unicode`);
  }
}
