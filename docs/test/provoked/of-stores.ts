import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { inMemoryStore } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import { STORE_METHODS } from "@kioku/core/toolkit";
import { postgresStore } from "@kioku/store-postgres";
import { sqliteStore } from "@kioku/store-sqlite";
import { replace } from "@kioku/testing/support";
import Database from "better-sqlite3";

import { folder, memoryFile } from "./files.ts";
import { fresh } from "./fresh.ts";
import type { Provocation } from "./provocation.ts";

function open(path: string): Promise<void> {
  return sqliteStore({ path }).open();
}

function change(path: string, sql: string): void {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

/** Makes a memory on a store that leaves out history, threads and work in bulk. */
function tiny(): MemoryRoot {
  const groups = ["history", "threads", "bulk"] as const;
  const names = groups.flatMap((group) => STORE_METHODS[group]);
  const left = Object.fromEntries(names.map((name) => [name, undefined]));
  return fresh({ store: replace(inMemoryStore(), { name: "tiny", ...left }) });
}

/** Provocations by files and servers. */
export const ofStores: readonly Provocation[] = [
  {
    code: "store-failed",
    provoke: () => {
      const path = join(folder, "notes.txt");
      writeFileSync(path, "These are notes and no database.\n".repeat(200));
      return open(path);
    },
  },
  { code: "store-failed", provoke: () => open(join(folder, "missing", "agent.db")) },
  {
    code: "store-failed",
    provoke: () => {
      const path = join(folder, "other.db");
      change(path, "create table notes (text)");
      return open(path);
    },
  },
  {
    code: "store-failed",
    provoke: async () => {
      const path = await memoryFile("busy.db");
      await using memory = fresh({ store: sqliteStore({ path, busyTimeoutMs: 1 }) });
      await memory.recall("tea");
      const other = new Database(path);
      other.exec("begin immediate");
      try {
        await memory.remember("tea");
      } finally {
        other.close();
      }
    },
  },
  {
    code: "schema-too-new",
    provoke: async () => {
      const path = await memoryFile("new.db");
      change(path, "pragma user_version = 999");
      await open(path);
    },
  },
  { code: "unsupported", provoke: () => tiny().scopes() },
  {
    code: "unsupported",
    provoke: async () => {
      const memory = tiny();
      await memory.remember({ content: "tea", thread: "t" });
      await memory.recall({ query: "tea", neighbours: 1 });
    },
  },
  {
    code: "unsupported",
    provoke: async () => {
      const memory = fresh();
      await memory.remember("tea");
      await tiny().import(memory.export());
    },
  },
  {
    code: "store-unavailable",
    provoke: () => {
      const connectionString = "postgres://kioku_owner:secret@127.0.0.1:9/agents";
      return fresh({ store: postgresStore({ connectionString }) }).recall("tea");
    },
  },
];
