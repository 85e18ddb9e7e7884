import { MemoryError, type MemoryRecord, type WriteOptions } from "@kioku/core";
import { checkWriteOptions, invalidInput, MAX_NAME_LENGTH } from "@kioku/core/toolkit";

import type { VaultCapability } from "../api/vault.js";
import type { KindHost } from "../model/kind-host.js";
import { isItemKey } from "../records/kind-keys.js";
import { keyVaultOf } from "./create-vault.js";
import { refuseGivenAway } from "./given-away.js";
import { openSecret } from "./seal.js";

/** Memory with secrets, the keys that open them, and the time by which grants end. */
export type VaultHost = Pick<KindHost, "memory" | "vault" | "clock">;

/** Kind of the records of secrets. */
export const VAULT_KIND = "knowledge_vault";
/** Kind of the records of readings. */
const READING = "vault-reading";

/** Returns true for the record of a secret, also a damaged one. */
export function isVaultItem({ kind, key }: MemoryRecord): boolean {
  return kind === VAULT_KIND && isItemKey(VAULT_KIND, key);
}

/** Secret to read, and the right to do so. */
export interface Reading {
  readonly id: string;
  readonly capability: VaultCapability;
}

/**
 * Returns a secret after writing down that it is read; without that record nobody gets it.
 * @throws `invalid-input` for a capability that does not reach it; `not-found`; `store-failed` if
 * it was changed or moved; `rejected-by-plugin` if it must not be written down
 */
export async function reveal(
  { memory, vault, clock }: VaultHost,
  { id, capability }: Reading,
  options: WriteOptions = {},
): Promise<string> {
  if (typeof id !== "string" || id.length > MAX_NAME_LENGTH) throw invalidInput("id", "an id");
  checkWriteOptions(options);
  const { signal, actor, cause } = options;
  const at = clock();
  // First of all, so that nobody without a right learns what is there.
  keyVaultOf(vault).checkCapability(capability, { scope: memory.scopePath, id, at });
  const record = await memory.read(id, { signal });
  if (!record || !isVaultItem(record) || (record.validTo && record.validTo <= at)) {
    throw new MemoryError("not-found", "vault has no secret of this id in this scope");
  }
  const secret = openSecret(record, vault);
  const { reason } = capability;
  refuseGivenAway(secret, {
    "grant.reason": reason,
    "options.actor": actor,
    "options.cause": cause,
  });
  const receipt = await memory.remember(
    {
      content: `Secret ${id} was read: ${reason}`,
      kind: READING,
      key: `kinds/${READING}/${crypto.randomUUID()}`,
      value: { id, reason, ...(actor === undefined ? {} : { actor }), at: at.toISOString() },
      origin: "system",
      form: "statement",
      index: false,
      sources: [id],
      occurredAt: at,
    },
    options,
  );
  if (receipt.status !== "rejected") return secret;
  const problem = `secret was not read: ${receipt.by} did not let it be written down`;
  throw new MemoryError("rejected-by-plugin", problem);
}
