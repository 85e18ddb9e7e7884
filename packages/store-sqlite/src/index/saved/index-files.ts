import { lstat, mkdir, open, rename, rm, stat, statfs } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";

import type { ScopeRange } from "@kioku/core/toolkit";

import type { Connection } from "../../sql/connection.js";
import {
  beginningOf,
  indexFolder,
  nameOf,
  readIdentity,
  removeOthers,
  UNFINISHED,
  type DatabaseIdentity,
} from "./index-folder.js";

/** Bytes that the disk has free after a file was written, at least, and how many times its size. */
const SPARE_BYTES = 268_435_456;
const SPARE_TIMES = 4;

const ERASED = "select erased from erasure";

/** A file being written. */
export interface NewFile {
  readonly handle: FileHandle;
  readonly name: string;
}

/**
 * The saved indexes of a database, in a folder beside it, one file for each range. A name has the
 * number of erasures before it, so that no file from before an erasure is ever read.
 */
export class IndexFiles {
  readonly #folder: string;
  /** Names of finished files, as far as known. */
  readonly #names = new Set<string>();
  #identity: DatabaseIdentity | undefined;

  /** @param database - Path of the database. */
  constructor(database: string) {
    this.#folder = indexFolder(database);
  }

  /** Deletes files of another database, or from before an erasure, and lists the others. */
  async list(identity: DatabaseIdentity): Promise<void> {
    this.#identity = identity;
    this.#names.clear();
    for (const name of await removeOthers(this.#folder, identity)) {
      if (!name.endsWith(UNFINISHED)) this.#names.add(name);
    }
  }

  /** Returns true if there seems to be a file of a range. */
  has(range: ScopeRange): boolean {
    if (this.#names.size === 0 || !this.#identity) return false;
    return this.#names.has(nameOf(this.#identity, range));
  }

  /** Returns true if the file of a range exists, also after other processes deleted files. */
  async exists(identity: DatabaseIdentity, range: ScopeRange): Promise<boolean> {
    const path = join(this.#folder, nameOf(identity, range));
    return stat(path).then(
      () => true,
      () => false,
    );
  }

  /** Opens the file of a range for reading. */
  async open(identity: DatabaseIdentity, range: ScopeRange): Promise<FileHandle> {
    return open(join(this.#folder, nameOf(identity, range)), "r");
  }

  /** Deletes the file of a range, which is of no use. */
  async discard(identity: DatabaseIdentity, range: ScopeRange): Promise<void> {
    const name = nameOf(identity, range);
    this.#names.delete(name);
    await rm(join(this.#folder, name), { force: true });
  }

  /** Forgets a range whose file cannot be read. */
  forget(range: ScopeRange): void {
    if (this.#identity) this.#names.delete(nameOf(this.#identity, range));
  }

  /** Returns true if the disk has room for many times these bytes. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    const { bavail, bsize } = await statfs(join(this.#folder, ".."));
    return bavail * bsize > Math.max(SPARE_BYTES, SPARE_TIMES * bytes);
  }

  /**
   * Creates the file of a range, to be published. Call it in a write transaction: who erases
   * afterwards finds and deletes it.
   */
  async create(identity: DatabaseIdentity, range: ScopeRange): Promise<NewFile> {
    const name = nameOf(identity, range);
    const path = join(this.#folder, `${name}${UNFINISHED}`);
    await mkdir(this.#folder, { mode: 0o700 }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    });
    // An erasure follows no link, so nothing may be behind one.
    if (!(await lstat(this.#folder)).isDirectory()) throw new RangeError("the folder is a link");
    // Left by a process that was killed, or being written by another one, which notices.
    await rm(path, { force: true });
    return { handle: await open(path, "wx", 0o600), name };
  }

  /**
   * Gives a complete file its name, unless it was deleted or something was erased meanwhile. Call
   * it in a write transaction. Returns false if it did not.
   */
  async publish(identity: DatabaseIdentity, { handle, name }: NewFile): Promise<boolean> {
    if (!name.startsWith(beginningOf(identity))) return false;
    const path = join(this.#folder, name);
    const [written, found] = [await handle.stat(), await stat(`${path}${UNFINISHED}`)];
    if (written.ino !== found.ino || written.dev !== found.dev) return false;
    await rename(`${path}${UNFINISHED}`, path);
    this.#identity = identity;
    this.#names.add(name);
    return true;
  }

  /** Deletes a file that was not published. */
  async abandon({ handle, name }: NewFile): Promise<void> {
    await handle.close();
    await rm(join(this.#folder, `${name}${UNFINISHED}`), { force: true }).catch(() => undefined);
  }

  /** Deletes the files from before the last erasure, if there was one. Never fails. */
  async afterWrite(connection: Connection): Promise<void> {
    try {
      const [erased] = connection.values<number>(ERASED);
      if (erased === this.#identity?.erased) return;
      await this.list(await readIdentity(connection));
    } catch {
      // The next write tries again.
      this.#identity = undefined;
    }
  }
}
