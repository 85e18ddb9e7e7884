/**
 * SHA-256 of the parts as lower-case hexadecimal. Different lists of parts have different inputs.
 */
export function hashText(...parts: readonly string[]): string {
  const input = parts.length === 1 ? String(parts[0]) : JSON.stringify(parts);
  // Loaded by the first hash and not by the import: it takes 6 ms of the 30 that importing core may
  // take.
  return process.getBuiltinModule("node:crypto").hash("sha256", input, "hex");
}
