import { rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { CompleteStore } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";
import Driver from "better-sqlite3";

import type { BareCommits, Engine, Place, Settled, SqliteAddress } from "./place.ts";

/** A file of SQLite. */
export class SqlitePlace implements Place {
  readonly address: SqliteAddress;

  constructor(address: SqliteAddress) {
    this.address = address;
  }

  createStore({ exact = false }: { readonly exact?: boolean } = {}): CompleteStore {
    const { path } = this.address;
    // All else as it is for a user who sets nothing.
    return sqliteStore(exact ? { path, indexBytes: 0 } : { path });
  }

  async settle(): Promise<Settled> {
    // Searches load the indexes.
    return { vectorIndexes: 0, keywordSegments: 0 };
  }

  async engine(): Promise<Engine> {
    const database = new Driver(":memory:");
    const version = database.prepare("SELECT sqlite_version()").pluck().get();
    database.close();
    return { sqlite: String(version) };
  }

  async indexScans(): Promise<number> {
    return 0;
  }

  async bytes(): Promise<number> {
    const { size } = await stat(this.address.path);
    return size;
  }

  async bareCommits(): Promise<BareCommits> {
    const database = new Driver(join(dirname(this.address.path), "bare.db"));
    database.pragma("journal_mode = wal");
    database.pragma("synchronous = full");
    database.exec("CREATE TABLE bare (id INTEGER PRIMARY KEY, content TEXT)");
    const insert = database.prepare("INSERT INTO bare (content) VALUES (?)");
    return {
      commit: async (text) => void insert.run(text),
      close: async () => void database.close(),
    };
  }

  async leave(): Promise<void> {
    // A closed store holds nothing.
  }

  async remove(): Promise<void> {
    for (const suffix of ["", "-wal", "-shm", "-reserve", "-index"]) {
      await rm(`${this.address.path}${suffix}`, { force: true, recursive: true });
    }
  }
}
