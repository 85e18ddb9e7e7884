import { hasPostgres, startCluster } from "@kioku/servers/cluster";
import { killRounds } from "@kioku/servers/kill-rounds";
import type { KillReport, KillTarget } from "@kioku/servers/kill-rounds";
import { Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";

import { PgDriver } from "../src/open/client/pg-driver.js";
import { toMemoryError } from "../src/sql/to-memory-error.js";
import { bySize } from "./support/by-size.js";

const ROUNDS = Number(process.env["KIOKU_SERVER_KILLS"] ?? 2);
const WRITERS = 6;
/** Only what hangs takes so long. */
const LIMIT_MS = 300_000 + ROUNDS * 60_000;

/** A way to write a transaction, with what is broken on purpose. */
type Control = "acknowledgement" | "transaction" | undefined;

/** The parts of a record in tables of their own, as in the store. */
const TABLES = `
  create table records (n integer primary key, text text not null);
  create table vectors (n integer primary key, embedding bytea not null);
  create table counters (n integer primary key, uses integer not null)`;

async function kills(rounds: number, control: Control): Promise<KillReport> {
  const cluster = await startCluster();
  onTestFinished(() => cluster[Symbol.asyncDispose]());
  const make = new Pool({ connectionString: cluster.url });
  await make.query(TABLES);
  await make.end();
  return killRounds(cluster, target(cluster.url, control), {
    rounds,
    writers: WRITERS,
    acknowledgements: (round) => 5 + ((round * 37) % 120),
  });
}

function target(url: string, control: Control): KillTarget {
  let driver: PgDriver;
  let pool: Pool;
  const write = async (number: number): Promise<void> => {
    const parts = [
      { text: "insert into records values ($1::int, 'text ' || $1::int)", values: [number] },
      { text: "insert into vectors values ($1, $2)", values: [number, new Uint8Array(1_024)] },
      { text: "insert into counters values ($1, 0)", values: [number] },
    ];
    if (control === "transaction") {
      for (const part of parts) await driver.outside((channel) => channel.change(part));
      return;
    }
    const early = Promise.withResolvers<undefined>();
    const done = driver.transaction({ mode: "write" }, async (channel) => {
      await Promise.all(parts.map((part) => channel.change(part)));
      if (control !== "acknowledgement") return;
      early.resolve(undefined);
      await channel.rows({ text: "select pg_sleep(0.02)", values: [] });
    });
    await (control === "acknowledgement" ? Promise.race([early.promise, done]) : done);
  };
  return {
    write,
    open: async () => {
      pool = new Pool({ connectionString: url, max: WRITERS, pipeline: true });
      pool.on("error", () => undefined);
      pool.on("connect", (client) => client.on("error", () => undefined));
      driver = new PgDriver(pool, { ownsPool: true });
      await driver.rows({ text: "select 1", values: [] });
    },
    mayBeTriedAgain: (error) => {
      const { code, retryable } = toMemoryError(error);
      return code === "store-unavailable" && retryable;
    },
    check: async (acknowledged) => {
      const rows = await driver.rows<{ n: number; whole: boolean }>({
        text: `
          select coalesce(r.n, v.n, c.n) as n,
            (r.text = 'text ' || r.n and length(v.embedding) = 1024 and c.uses = 0) is true as whole
          from records r full join vectors v on v.n = r.n full join counters c on c.n = coalesce(r.n, v.n)`,
        values: [],
      });
      const there = new Map(rows.map(({ n, whole }) => [n, whole]));
      const lost = [...acknowledged].filter((n) => !there.has(n));
      const torn = [...there].filter(([, whole]) => !whole).map(([n]) => n);
      return { lost: lost.map((n) => `${n} is lost`), torn: torn.map((n) => `${n} is torn`) };
    },
    close: async () => driver.close(),
  };
}

test.skipIf(!hasPostgres)(
  "after the server was killed under its writers everything acknowledged is there as a whole, and errors say that it was gone",
  async () => {
    const report = await kills(ROUNDS, undefined);
    expect(report).toMatchObject({ rounds: ROUNDS, lost: 0, torn: 0, defects: [] });
    expect(report.fewestAcknowledged).toBeGreaterThanOrEqual(1);
    expect(report.interrupted).toBe(ROUNDS * WRITERS);
  },
  LIMIT_MS,
);

test.skipIf(!hasPostgres || bySize(1, 0) === 0).each([
  ["acknowledged before the commit", "acknowledgement", "lost"],
  ["written without a transaction", "transaction", "torn"],
] as const)(
  "the harness finds it out when it is %s",
  async (_name, control, found) => {
    const report = await kills(4, control);
    expect(report[found]).toBeGreaterThan(0);
    expect(report.defects.length).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
