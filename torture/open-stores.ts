import { rmSync } from "node:fs";
import { join } from "node:path";

import { inMemoryStore } from "@kioku/core";
import { startCluster } from "@kioku/servers/cluster";
import type { Cluster } from "@kioku/servers/cluster";
import { postgresStore } from "@kioku/store-postgres";
import { sqliteStore } from "@kioku/store-sqlite";
import type { CreateStore } from "@kioku/testing";

/** Makes stores of one kind, each new, with their files in a directory. */
export type OpenStores = (directory: string) => OpenedStores;

/** New stores of one kind, and the end of what they share. */
interface OpenedStores extends AsyncDisposable {
  readonly create: CreateStore;
}

/** A kind of stores, by the name that the command takes. */
export type StoreKind = "memory" | "sqlite" | "postgres";

/** Beginning of the names of schemas on PostgreSQL. */
export const SCHEMA_PREFIX = "torture_schema_";

/** Factories of stores of each kind. */
export const STORES: Readonly<Record<StoreKind, OpenStores>> = {
  memory: () => ({ create: () => inMemoryStore(), [Symbol.asyncDispose]: async () => undefined }),
  sqlite: (directory) => {
    let made = 0;
    const pathOf = (number: number): string => join(directory, `${number}.db`);
    return {
      create: () => {
        // The one before is closed.
        rmSync(pathOf(made), { force: true });
        made += 1;
        return sqliteStore({ path: pathOf(made) });
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
  },
  postgres: () => new ServerStores(),
};

/** Stores with a schema each, on a server of PostgreSQL that is started for the first one. */
class ServerStores implements OpenedStores {
  #cluster: Promise<Cluster> | undefined;
  #made = 0;

  readonly create: CreateStore = async () => {
    this.#cluster ??= startCluster();
    const { url } = await this.#cluster;
    this.#made += 1;
    return postgresStore({
      connectionString: url,
      schema: `${SCHEMA_PREFIX}${this.#made}`,
      onWarning: () => undefined,
    });
  };

  async [Symbol.asyncDispose](): Promise<void> {
    const cluster = await this.#cluster;
    await cluster?.[Symbol.asyncDispose]();
  }
}
