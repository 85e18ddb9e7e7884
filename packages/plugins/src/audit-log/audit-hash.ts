import type { AuditEntry } from "./audit-entry.js";

/**
 * SHA-256 in hexadecimal; with a key HMAC-SHA-256, which nobody without the key can make or try
 * out.
 */
export function auditHash(text: string, key: string | undefined): string {
  // Loaded by the first hash, as in text/hash.ts.
  const crypto = process.getBuiltinModule("node:crypto");
  return key === undefined
    ? crypto.hash("sha256", text, "hex")
    : crypto.createHmac("sha256", key).update(text).digest("hex");
}

/** The hash of an entry: of everything else that it says, in a fixed order. */
export function entryHash(entry: Omit<AuditEntry, "hash">, key: string | undefined): string {
  const { index, at, operation, scope, count, ids, previous } = entry;
  const { actor = null, cause = null, contentHashes = null } = entry;
  const said = [index, at, operation, scope, actor, cause, count, ids, contentHashes, previous];
  return auditHash(JSON.stringify(said), key);
}
