import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";

import type { Database } from "better-sqlite3";
import Driver from "better-sqlite3";

/** A way to have no room, and to make room again, for the files of this process. */
export interface DiskLimit {
  readonly name: string;
  /** Leaves about that many bytes more than there are, and says whether this system can do so. */
  readonly fill: (path: string, roomBytes: number) => boolean;
  readonly makeRoom: () => void;
}

const PAGE_BYTES = 4_096;
const opened = new Set<Database>();

/**
 * Every database that is opened from now on is known, because `max_page_count` is a matter of the
 * connection.
 */
function watchConnections(): void {
  if (Object.hasOwn(Driver.prototype, "watched")) return;
  const original = { ...Driver.prototype };
  Object.assign(Driver.prototype, {
    watched: true,
    pragma(this: Database, ...given: Parameters<Database["pragma"]>) {
      opened.add(this);
      return original.pragma.apply(this, given);
    },
  });
}

function eachOpen(run: (database: Database) => void): void {
  for (const database of opened) {
    if (database.open) run(database);
    else opened.delete(database);
  }
}

/** SQLite itself lets the file have no more pages: on every system. The log still grows. */
export function limitByPages(): DiskLimit {
  watchConnections();
  return {
    name: "pages",
    fill: (_, roomBytes) => {
      eachOpen((database) => {
        const pages = Number(database.pragma("page_count", { simple: true }));
        database.pragma(`max_page_count = ${pages + Math.ceil(roomBytes / PAGE_BYTES)}`);
      });
      return true;
    },
    makeRoom: () => eachOpen((database) => database.pragma("max_page_count = 1073741823")),
  };
}

/**
 * The kernel lets no file of this process be larger (`RLIMIT_FSIZE`), so a write fails in its
 * middle: where there is `prlimit`.
 */
export function limitByFileSize(): DiskLimit {
  return {
    name: "file size",
    fill: (path, roomBytes) => limitFiles(largestOf(path) + roomBytes),
    makeRoom: () => {
      limitFiles("unlimited");
    },
  };
}

/** Says whether there is such a limit now. */
function limitFiles(bytes: number | "unlimited"): boolean {
  const args = [`--pid=${process.pid}`, `--fsize=${bytes}:unlimited`];
  return spawnSync("prlimit", args, { stdio: "ignore" }).status === 0;
}

function largestOf(path: string): number {
  const sizes = [path, `${path}-wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.size,
  );
  return Math.max(...sizes.map((size = 0) => size));
}
