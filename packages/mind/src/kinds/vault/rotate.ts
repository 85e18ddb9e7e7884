import { MemoryError, type Memory, type MemoryRecord, type Scope } from "@kioku/core";
import { checkMembers, checkScope } from "@kioku/core/toolkit";

import { retryConflicts } from "../../records/conflicts.js";
import { objectOf } from "../../records/json.js";
import type { RotateOptions } from "../api/vault.js";
import { keyVaultOf, type KeyVault } from "./create-vault.js";
import { isVaultItem, VAULT_KIND, type VaultHost } from "./reveal.js";
import { placeOf } from "./seal.js";
import { sealedFromJson, sealedToJson } from "./sealed-secret.js";

/** Records of one page. Secrets are long at most, so that few of them fit in memory at once. */
const PAGE = 100;
/** Secrets whose ids an error names. */
const MOST_NAMED = 5;

/** Rotation that is going on. */
interface Rotation {
  readonly memory: Memory;
  readonly vault: KeyVault;
  readonly options: RotateOptions;
}

/**
 * Encrypts all secrets at and below a scope with the current key, also ended and archived ones, and
 * returns their number. Another call goes on where a stopped one left off.
 * @throws `store-failed` in the end if some could not be opened or written; all others are done by
 *   then
 */
export async function rotate(host: VaultHost, options: RotateOptions = {}): Promise<number> {
  checkMembers(options, "options", ["signal", "from"]);
  if (options.from !== undefined) checkScope(options.from, "options.from");
  const { memory } = host;
  const rotation = { memory, vault: keyVaultOf(host.vault), options };
  const named: string[] = [];
  let [done, failed] = [0, 0];
  for await (const record of vaultItems(rotation)) {
    const outcome = await retryConflicts(() => rotateOne(rotation, record));
    if (outcome === "done") done += 1;
    if (outcome !== "failed") continue;
    failed += 1;
    if (named.length < MOST_NAMED) named.push(record.id);
  }
  if (failed === 0) return done;
  const problem = `${failed} secrets could not be encrypted anew, such as ${named.join(", ")}`;
  throw new MemoryError("store-failed", `${problem}; ${done} others were`);
}

/** Yields the records of all secrets page by page, in an order that their changes do not touch. */
async function* vaultItems({ memory, options }: Rotation): AsyncGenerator<MemoryRecord> {
  const { signal } = options;
  const all = { reach: "below", includeRetired: true, includeArchived: true } as const;
  const query = { ...all, kinds: [VAULT_KIND], orderBy: "createdAt", limit: PAGE } as const;
  let cursor: string | undefined;
  do {
    const page = await memory.list({ ...query, cursor }, { signal });
    yield* page.items.filter(isVaultItem);
    ({ cursor } = page);
  } while (cursor !== undefined);
}

/** Encrypts one secret anew unless it is so already, by its record as it is now. */
async function rotateOne(
  rotation: Rotation,
  listed: MemoryRecord,
): Promise<"done" | "as it was" | "failed"> {
  const { memory, vault, options } = rotation;
  const { signal } = options;
  const view = viewOf(memory, listed.scope);
  const record = await view.read(listed.id, { signal });
  if (!record || !isVaultItem(record)) return "as it was";
  const value = objectOf(record.value);
  const opened = open(rotation, record);
  if (typeof opened === "string") return opened;
  const secret = sealedToJson(vault.seal(opened.text, placeOf(record)));
  const patch = { value: { ...value, secret } };
  const cause = "secret was encrypted with the current key";
  try {
    // The versions before are encrypted with a key that may be known to others.
    await view.update(record.id, patch, { ifVersion: record.version, purge: true, cause, signal });
  } catch (error) {
    if (MemoryError.is(error, "not-found")) return "as it was";
    // A plugin that does not allow it must not keep the others from being done.
    if (MemoryError.is(error, "rejected-by-plugin")) return "failed";
    throw error;
  }
  return "done";
}

/** Opens a secret that is to be encrypted anew. */
function open(
  { memory, vault, options: { from } }: Rotation,
  record: MemoryRecord,
): { readonly text: string } | "as it was" | "failed" {
  const own = tryOpen(vault, record, record.scope);
  const isCurrent = own?.key === vault.current;
  if (own) return isCurrent ? "as it was" : own;
  if (from === undefined) return "failed";
  const scope = [...from, ...record.scope.slice(memory.scopePath.length)];
  return tryOpen(vault, record, scope) ?? "failed";
}

/** Opens the secret of a record as one of a scope, if it is one. */
function tryOpen(
  vault: KeyVault,
  record: MemoryRecord,
  scope: Scope,
): { readonly text: string; readonly key: string } | undefined {
  try {
    const sealed = sealedFromJson(objectOf(record.value)["secret"]);
    return { text: vault.open(sealed, { ...placeOf(record), scope }), key: sealed.key };
  } catch (error) {
    if (MemoryError.is(error)) return undefined;
    throw error;
  }
}

function viewOf(memory: Memory, scope: Scope): Memory {
  const [first, ...rest] = scope.slice(memory.scopePath.length);
  return first === undefined ? memory : memory.scope(first, ...rest);
}
