import type { SeededRandom } from "../seeded-random.ts";
import { FOLDER } from "./trace-events.ts";
import type { TraceEvent } from "./trace-events.ts";
import { TracedFile } from "./traced-file.ts";
import type { Losses } from "./traced-file.ts";

/** Contents of files by name. */
export type Image = ReadonlyMap<string, Buffer>;

interface NameChange {
  readonly number: number;
  readonly name: string;
  /** Its file from now on; `undefined`: there is none. */
  readonly file: TracedFile | undefined;
}

/** The begin of a sync. */
interface Sync {
  readonly inode: number;
  /** Changes before this number are on the disk when it has ended. */
  readonly before: number;
}

/**
 * A disk that follows a trace, and tells what a power failure would leave at any moment. Names
 * reach the disk in the order of their changes, as in file systems with a journal.
 */
export class TracedDisk {
  readonly #syncedNames = new Map<string, TracedFile>();
  readonly #names = new Map<string, TracedFile>();
  readonly #files = new Map<number, TracedFile>();
  readonly #syncs = new Map<number, Sync>();
  /** By inode: a sync that a disk has answered before it did anything. */
  readonly #promised = new Map<number, Sync>();
  readonly #answersEarly: boolean;
  /** Names that were opened and not yet noted as created. */
  readonly #early = new Set<string>();
  #nameChanges: NameChange[] = [];
  #number = 0;

  /** @param answersEarly - True for a broken disk: a sync ends with the next one of its file. */
  constructor(begin: Image, answersEarly: boolean) {
    this.#answersEarly = answersEarly;
    for (const [name, bytes] of begin) {
      const file = new TracedFile(bytes);
      this.#syncedNames.set(name, file);
      this.#names.set(name, file);
    }
  }

  follow(event: TraceEvent): void {
    this.#number += 1;
    switch (event.type) {
      case "opened": {
        const known = this.#names.get(event.name);
        if (known) this.#files.set(event.inode, known);
        else this.#create(event.inode, event.name);
        if (!known) this.#early.add(event.name);
        break;
      }
      case "created":
        // Another process may have opened it before its creation was noted.
        if (!this.#early.delete(event.name)) this.#create(event.inode, event.name);
        break;
      case "unlinked":
        this.#rename(event.name, undefined);
        break;
      case "renamed":
        this.#rename(event.to, this.#fileOf(event.name));
        this.#rename(event.name, undefined);
        break;
      case "written":
      case "cut":
        this.#fileAt(event.inode).change(this.#number, event);
        break;
      case "syncing":
        this.#syncs.set(event.thread, { inode: event.inode, before: this.#number });
        break;
      case "synced":
        this.#endSync(event.thread);
        break;
      case "acknowledged":
        break;
      default:
        event satisfies never;
    }
  }

  /** Returns files that a power failure may leave now. */
  afterPowerCut(random: SeededRandom, losses: Losses): Image {
    const names = new Map(this.#syncedNames);
    const kept = random.below(this.#nameChanges.length + 1);
    for (const { name, file } of this.#nameChanges.slice(0, kept)) setName(names, name, file);
    return new Map([...names].map(([name, file]) => [name, file.afterPowerCut(random, losses)]));
  }

  /** Names files that differ from what all traced changes make, whether synced or not. */
  differing(files: Image): readonly string[] {
    const names = new Set([...files.keys(), ...this.#names.keys()]);
    return [...names].filter((name) => {
      const traced = this.#names.get(name)?.newest();
      const found = files.get(name);
      return traced === undefined || found === undefined || !traced.equals(found);
    });
  }

  #endSync(thread: number): void {
    const sync = this.#syncs.get(thread);
    if (!sync) throw new Error("the trace has a sync that ends and never began");
    this.#syncs.delete(thread);
    const done = this.#answersEarly ? this.#promised.get(sync.inode) : sync;
    this.#promised.set(sync.inode, sync);
    if (!done) return;
    if (done.inode !== FOLDER) {
      this.#fileAt(done.inode).sync(done.before);
      return;
    }
    for (const { number, name, file } of this.#nameChanges) {
      if (number < done.before) setName(this.#syncedNames, name, file);
    }
    this.#nameChanges = this.#nameChanges.filter(({ number }) => number >= done.before);
  }

  #create(inode: number, name: string): void {
    const file = new TracedFile();
    this.#files.set(inode, file);
    this.#rename(name, file);
  }

  #rename(name: string, file: TracedFile | undefined): void {
    setName(this.#names, name, file);
    this.#nameChanges.push({ number: this.#number, name, file });
  }

  #fileOf(name: string): TracedFile {
    const file = this.#names.get(name);
    if (!file) throw new Error(`the trace renames ${name}, which nobody created`);
    return file;
  }

  #fileAt(inode: number): TracedFile {
    const file = this.#files.get(inode);
    if (!file) throw new Error("the trace changes a file that nobody opened");
    return file;
  }
}

function setName(names: Map<string, TracedFile>, name: string, file: TracedFile | undefined): void {
  if (file) names.set(name, file);
  else names.delete(name);
}
