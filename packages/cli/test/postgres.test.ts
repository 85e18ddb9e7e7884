import { hasPostgres, startCluster, type Cluster } from "@kioku/servers/cluster";
import { afterAll, describe, expect, it } from "vitest";

import { bySize } from "./support/by-size.js";
import { testHost, type Ran, type TestHost } from "./support/test-host.js";

const cluster = await serverWithVectors();
afterAll(async () => cluster?.[Symbol.asyncDispose]());

/** Starts a server with pgvector: where one is named, and in long runs if there is one. */
async function serverWithVectors(): Promise<Cluster | undefined> {
  const isNamed = process.env["KIOKU_TEST_POSTGRES_BIN"] !== undefined;
  if (!hasPostgres || (!isNamed && bySize(0, 1) === 1)) return undefined;
  const started = await startCluster();
  if (await started.offers("vector")) return started;
  await started[Symbol.asyncDispose]();
  return undefined;
}

const PASSWORD = "hidden-word";

/** A host whose database is a schema of the server. */
function hostOf({ port }: Cluster, schema: string): TestHost {
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  return testHost({ env: { KIOKU_DATABASE: url, KIOKU_DATABASE_SCHEMA: schema } });
}

async function run(host: TestHost, ...argv: readonly string[]): Promise<Ran> {
  const ran = await host.run(...argv);
  expect(ran.stdout + ran.stderr).not.toContain(PASSWORD);
  return ran;
}

describe.skipIf(cluster === undefined)("a memory in PostgreSQL", () => {
  it("is remembered, recalled, examined and swept by its URL", async () => {
    if (cluster === undefined) return;
    using host = hostOf(cluster, "mine");
    expect((await run(host, "remember", "Ana is allergic to peanuts", "--key", "diet")).code).toBe(
      0,
    );
    const recalled = await run(host, "recall", "What is Ana allergic to?");
    expect(recalled).toMatchObject({ code: 0, stderr: "" });
    expect(recalled.stdout).toContain("peanuts");
    expect((await run(host, "show", "=diet")).stdout).toContain("peanuts");
    expect((await run(host, "config")).stdout).toContain("postgres://postgres:***@127.0.0.1");
    expect(await run(host, "reindex")).toMatchObject({ code: 0, stdout: "0 memories embedded\n" });
    expect((await run(host, "sweep", "--json")).stdout).toBe(
      '{"removed":0,"retired":0,"archived":0}\n',
    );
    const doctor = await run(host, "doctor", "--deep");
    expect(doctor.code).toBe(0);
    expect(doctor.stdout).toContain("the server answers");
    expect((await run(host, "erase", "=diet", "--yes")).code).toBe(0);
    expect((await run(host, "list", "--json")).stdout).toBe("");
  });

  it("is of its schema alone", async () => {
    if (cluster === undefined) return;
    using host = hostOf(cluster, "first");
    await run(host, "remember", "Ana is allergic to peanuts");
    using other = hostOf(cluster, "second");
    expect((await run(other, "list", "--json")).stdout).toBe("");
  });

  it("asks to try again while the server is away, without its password", async () => {
    if (cluster === undefined) return;
    using host = hostOf(cluster, "away");
    await cluster.stop();
    try {
      expect(await run(host, "recall", "x")).toMatchObject({ code: 75, stdout: "" });
      const doctor = await run(host, "doctor");
      expect(doctor.code).toBe(1);
      expect(doctor.stdout).toContain("✗ database");
    } finally {
      await cluster.start();
    }
  });
});
