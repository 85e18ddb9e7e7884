import * as fileSystem from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { deserialize, serialize } from "node:v8";

/** What is done with files; tests give functions that fail. */
export type FileFunctions = Pick<
  typeof fileSystem,
  "open" | "readFile" | "writeFile" | "link" | "rename" | "rm"
>;

/** Those of Node. */
export const FILES: FileFunctions = fileSystem;

/** A file of operations, one after the other, each with its length before it. */
export class OperationLog<Operation> {
  readonly #path: string;
  readonly #files: FileFunctions;
  #file: FileHandle;

  private constructor(path: string, files: FileFunctions, file: FileHandle) {
    this.#path = path;
    this.#files = files;
    this.#file = file;
  }

  /** Opens a file; what a crash has cut off of its last operation is removed. */
  static async open<Operation>(
    path: string,
    files: FileFunctions,
  ): Promise<OperationLog<Operation>> {
    const file = await files.open(path, "a+");
    try {
      const { size } = toOperations(await file.readFile());
      await file.truncate(size);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new OperationLog(path, files, file);
  }

  /** All operations, oldest first. */
  async read(): Promise<readonly Operation[]> {
    return toOperations(await this.#files.readFile(this.#path)).operations as readonly Operation[];
  }

  /** Resolves when the operation is on the disk. */
  async append(operation: Operation): Promise<void> {
    await this.#file.appendFile(toFrame(operation));
    await this.#file.datasync();
  }

  /** Puts these in the place of all that there is. If that fails, all is as it was. */
  async rewrite(operations: readonly Operation[]): Promise<void> {
    const path = `${this.#path}.new`;
    try {
      const file = await this.#files.open(path, "w");
      try {
        await file.writeFile(Buffer.concat(operations.map((operation) => toFrame(operation))));
        await file.datasync();
      } finally {
        await file.close();
      }
      await this.#replaceBy(path);
    } catch (error) {
      await this.#files.rm(path, { force: true });
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /**
   * Closes the file first, for Windows replaces no open one. What cannot be opened again afterwards
   * refuses every operation.
   */
  async #replaceBy(path: string): Promise<void> {
    await this.#file.close();
    try {
      await this.#files.rename(path, this.#path);
    } finally {
      this.#file = await this.#files.open(this.#path, "a");
    }
  }
}

/** Dates and vectors survive this, as they would not as JSON. */
function toFrame(operation: unknown): Buffer {
  const body = serialize(operation);
  const frame = Buffer.alloc(4 + body.length);
  frame.writeUInt32LE(body.length);
  frame.set(body, 4);
  return frame;
}

/** The whole operations of a file, and how many bytes they take. */
function toOperations(bytes: Buffer): { readonly operations: unknown[]; readonly size: number } {
  const operations: unknown[] = [];
  let size = 0;
  while (size + 4 <= bytes.length) {
    const end = size + 4 + bytes.readUInt32LE(size);
    if (end > bytes.length) break;
    operations.push(deserialize(bytes.subarray(size + 4, end)));
    size = end;
  }
  return { operations, size };
}
