import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { hasPostgres, startCluster } from "@kioku/servers/cluster";
import type { Cluster } from "@kioku/servers/cluster";
import { postgresBinaries } from "@kioku/servers/postgres-binaries";
import { afterAll } from "vitest";

/** The folder `deploy`. */
export const DEPLOY = new URL("../../deploy/", import.meta.url);

/** The variable PATH with the programs of PostgreSQL. */
export const PROGRAMS = {
  PATH: [postgresBinaries(), process.env["PATH"]].join(delimiter),
} as const;

const run = promisify(execFile);

/** Starts a server for a file of tests, where PostgreSQL and pgvector are installed. */
export async function serverWithVectors(): Promise<Cluster | undefined> {
  if (!hasPostgres) return undefined;
  const cluster = await startCluster();
  afterAll(() => cluster[Symbol.asyncDispose]());
  return (await cluster.offers("vector")) ? cluster : undefined;
}

/** Returns the address of a database of a server for a role. */
export function addressOf(server: Cluster | undefined, role: string, database = "agents"): string {
  const url = new URL(server?.url ?? "postgres://localhost");
  url.username = role;
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs a statement and returns what psql prints: a line for each row, values between bars. */
export async function query(address: string, text: string): Promise<string> {
  const { stdout } = await run("psql", ["-XqAtd", address, "-c", text], { env: PROGRAMS });
  return stdout;
}

/** Does what the image of PostgreSQL and the job for migrations do, and returns what is printed. */
export async function prepare(server: Cluster | undefined, database = "agents"): Promise<string> {
  const { stdout, stderr } = await run("sh", [fileURLToPath(new URL("prepare.sh", DEPLOY))], {
    env: {
      ...PROGRAMS,
      PGHOST: "127.0.0.1",
      PGPORT: String(server?.port),
      POSTGRES_USER: "postgres",
      POSTGRES_DB: database,
      KIOKU_SQL: fileURLToPath(new URL("sql", DEPLOY)),
      KIOKU_OWNER_PASSWORD: "it's one",
      KIOKU_APP_PASSWORD: 'two "2"',
      KIOKU_READER_PASSWORD: "three",
    },
  });
  return `${stdout}${stderr}`;
}
