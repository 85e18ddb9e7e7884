import { appendFile, readFile, rename, truncate, writeFile } from "node:fs/promises";

/** A file of JSON lines. A line counts once all of it is on the disk. */
export class Journal {
  readonly #path: string;
  #size = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads all lines. What a crash cut off at the end is none. */
  async read(): Promise<unknown[]> {
    const text = await readFile(this.#path, { encoding: "utf8", flag: "a+" });
    return text
      .split("\n")
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line));
  }

  /** Replaces the file as a whole. */
  async rewrite(lines: readonly unknown[]): Promise<void> {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    await writeFile(`${this.#path}.new`, text, { flush: true });
    await rename(`${this.#path}.new`, this.#path);
    this.#size = Buffer.byteLength(text);
  }

  /** Resolves when the line is on the disk. */
  async append(line: unknown): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    await truncate(this.#path, this.#size); // removes what an append that failed has left
    await appendFile(this.#path, text, { flush: true });
    this.#size += Buffer.byteLength(text);
  }
}
