import { hasPostgres, startCluster } from "@kioku/servers/cluster";
import { afterAll } from "vitest";

import { SERVER_URL } from "./databases.js";

/**
 * A real server for a test file, with or without pgvector: the one of `KIOKU_TEST_POSTGRES_URL`,
 * else one that is started for the file where PostgreSQL is installed. What a test makes there it
 * drops.
 */
export async function testServer(): Promise<string | undefined> {
  if (SERVER_URL !== undefined) return SERVER_URL;
  if (!hasPostgres) return undefined;
  const cluster = await startCluster();
  afterAll(() => cluster[Symbol.asyncDispose]());
  return cluster.url;
}
