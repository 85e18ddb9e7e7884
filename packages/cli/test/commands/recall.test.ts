import { expect, it } from "vitest";

import { seed } from "../support/seed.js";
import { testHost } from "../support/test-host.js";

const ENV = { KIOKU_EMBEDDING_MODEL: "none" };

it("prints what is relevant, with its details, and as one object for programs", async () => {
  using host = testHost({ env: ENV, columns: 60 });
  await seed(host, async ({ memory }) => {
    await memory.remember({ content: "Ana is allergic to peanuts", key: "diet", speaker: "ana" });
    await memory.remember({ content: "Peanuts are \u001B[31mcheap\nhere", origin: "web" });
    await memory.scope("team").remember("The team eats peanuts on Fridays");
  });
  host.advance(7_200_000);
  const { stdout } = await host.run("recall", "peanuts");
  expect(stdout).toContain("Ana is allergic to peanuts");
  expect(stdout).toMatch(/=diet\n +2 hours ago, \d{4}-\d\d-\d\d \d\d:\d\d · note · ana\n/u);
  expect(stdout).toContain("! untrusted (web)");
  expect(stdout).not.toContain("\u001B");
  expect(stdout).not.toContain("Fridays");

  const below = await host.run("search", "peanuts", "--below", "--kind", "note", "--json");
  const { query, memories } = JSON.parse(below.stdout) as {
    readonly query: string;
    readonly memories: readonly { readonly scope: readonly string[]; readonly createdAt: string }[];
  };
  expect(query).toBe("peanuts");
  expect(memories.map(({ scope }) => scope)).toContainEqual(["team"]);
  expect(memories[0]?.createdAt).toBe("2026-11-26T12:00:00.000Z");

  const explained = await host.run("recall", "peanuts", "--explain", "--limit", "1");
  expect(explained.stdout).toMatch(/keywords +█.*\n(?:.*\n)* +score +█/u);
});

it("says why nothing was found, and what to try", async () => {
  using host = testHost({ env: ENV });
  await seed(host, async ({ memory }) => memory.scope("team").remember("Tea is at four"));
  const { code, stdout, stderr } = await host.run("recall", "tea", "--kind", "note");
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toMatch(/Nothing.*\nTry: .*fewer conditions.*--below/u);
});

it("refuses an empty query and conditions that are none", async () => {
  using host = testHost({ env: ENV, stdin: " \n" });
  expect((await host.run("recall", "-")).code).toBe(2);
  expect((await host.run("recall", "tea", "--filter", "topic")).code).toBe(2);
});
