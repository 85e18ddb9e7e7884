import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sourceQuota } from "@kioku/plugins";
import { sqliteStore } from "@kioku/store-sqlite";

import { portOf } from "../http/port-of.ts";
import { startTenantServer } from "./tenant-server.ts";
import { tokenTable } from "./tenants.ts";
import { tour } from "./tour.ts";

const USAGE = "Usage: node scripts/run.mjs examples/multi-tenant/main.ts [--port NUMBER]";

/** The port to serve until Ctrl-C; `undefined` for the tour. */
function readPort(): number | undefined {
  try {
    const { values } = parseArgs({ options: { port: { type: "string" } } });
    return values.port === undefined ? undefined : portOf(values.port);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return process.exit(2);
  }
}
const port = readPort();

const ended = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => resolve());
});

const tokens = tokenTable({
  "ann-at-acme": { tenant: "acme", user: "ann" },
  "bo-at-acme": { tenant: "acme", user: "bo" },
  "admin-of-acme": { tenant: "acme" },
  "eve-at-globex": { tenant: "globex", user: "eve" },
});
const folder = await mkdtemp(join(tmpdir(), "kioku-tenants-"));
const memory = createMemory({
  store: sqliteStore({ path: join(folder, "tenants.db") }),
  embedder: localEmbedder(),
  // Limits the memories of one user in an hour. The tour is short, and so is the quota.
  plugins: [sourceQuota({ origins: ["user"], writes: 3 })],
});
try {
  const server = await startTenantServer({ memory, tokens, port: port ?? 0 });
  if (port === undefined) {
    await tour(server.url);
  } else {
    console.log(`Serving ${server.url} (Ctrl-C ends it). Try:`);
    const json = `-H 'content-type: application/json' -d '{"content":"I keep bees"}'`;
    console.log(`  curl -H 'authorization: Bearer ann-at-acme' ${json} ${server.url}/memories`);
    const ask = `'${server.url}/memories?query=bees'`;
    console.log(`  curl -H 'authorization: Bearer ann-at-acme' ${ask}`);
    console.log(`  curl -H 'authorization: Bearer eve-at-globex' ${ask}`);
    await ended;
  }
  await server.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await memory.close();
  await rm(folder, { recursive: true });
}
// Left to end by itself, Node drops the handlers first, and a second signal then kills it.
process.exit();
