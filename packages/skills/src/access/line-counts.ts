import type { ExportLine } from "@kioku/core";
import { LineChecksum } from "@kioku/core/toolkit";

/** Counts and checksum of the lines of an export, as its footer has them. */
export class LineCounts {
  readonly #checksum = new LineChecksum();
  #records = 0;
  #tombstones = 0;

  /** How many records came so far. */
  get records(): number {
    return this.#records;
  }

  /** Adds a line that is no footer. */
  add(line: ExportLine): void {
    this.#checksum.add(line);
    if (line.type === "record") this.#records += 1;
    if (line.type === "tombstone") this.#tombstones += 1;
  }

  /** The footer of the lines that were added; nothing can be added afterwards. */
  footer(): Extract<ExportLine, { readonly type: "footer" }> {
    return {
      type: "footer",
      records: this.#records,
      tombstones: this.#tombstones,
      sha256: this.#checksum.digest(),
    };
  }
}
