import { hash } from "node:crypto";

/** SHA-256 of the parts as lower-case hexadecimal. Different lists of parts have different inputs. */
export function hashText(...parts: readonly string[]): string {
  return hash("sha256", parts.length === 1 ? String(parts[0]) : JSON.stringify(parts), "hex");
}
