import type { ExportLine } from "../../api/transfer.js";

/**
 * SHA-256 over the lines of an export as they are written: each as JSON, followed by a line feed.
 */
export class LineChecksum {
  // Loaded with the first export and not with the package, as in text/hash.ts.
  readonly #hash = process.getBuiltinModule("node:crypto").createHash("sha256");

  /** Adds a line, and says how many characters it has. */
  add(line: ExportLine): number {
    const text = JSON.stringify(line);
    this.#hash.update(text).update("\n");
    return text.length;
  }

  /** The checksum in hexadecimal. Nothing can be added afterwards. */
  digest(): string {
    return this.#hash.digest("hex");
  }
}
