/** Returns the SHA-256 of a list of parts as lower-case hexadecimal. */
export function hashText(...parts: readonly string[]): string {
  const input = parts.length === 1 ? String(parts[0]) : JSON.stringify(parts);
  // Loaded by the first hash: it would take 6 ms of the 30 that importing core may take.
  return process.getBuiltinModule("node:crypto").hash("sha256", input, "hex");
}

/** Hashes an id for a tombstone. */
export function tombstoneHash(id: string): string {
  return hashText("kioku/tombstone/1", id);
}
