import { expect, it } from "vitest";

import { seed } from "../support/seed.js";
import { testHost, type TestHost } from "../support/test-host.js";

const DAY_MS = 86_400_000;

async function filled(host: TestHost): Promise<void> {
  await seed(host, async (opened) => {
    const { memory } = opened;
    const receipt = await memory.remember({ content: "Ana eats no peanuts", key: "diet" });
    const id = "record" in receipt ? receipt.record.id : "";
    host.advance(DAY_MS);
    const change = { actor: "ana", cause: "she told us" };
    await memory.update(id, { content: "Ana eats no nuts", metadata: { level: 2 } }, change);
    const turn = { thread: "chat", kind: "message", speaker: "user" };
    await memory.rememberAll([
      { content: "I live in Kyoto with my two cats.", ...turn },
      { content: "My sister Mia works as a nurse.", ...turn },
      { content: "x".repeat(100_000), key: "long", origin: "tool" },
    ]);
    await (await opened.mind()).consolidate();
  });
}

it("shows memories, their versions, and where they come from", async () => {
  using host = testHost({ env: { KIOKU_EMBEDDING_MODEL: "none" }, columns: 60 });
  await filled(host);

  const list = await host.run("list", "--kind", "message", "--kind", "note", "--limit", "4");
  expect(list.stdout).toContain("… 100,000 characters");
  expect(list.stdout.split("\n").every((line) => line.length <= 60)).toBe(true);
  expect(list.stdout).not.toContain("mind/");
  const lines = (await host.run("list", "--limit", "1", "--json")).stdout.trimEnd().split("\n");
  const [record, page] = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(record).toHaveProperty("createdAt");
  const next = await host.run("list", "--limit", "1", "--json", "--cursor", page?.["cursor"] ?? "");
  expect(next.stdout).not.toContain(record?.["id"]);

  const show = await host.run("show", "=long");
  expect(show.stdout.match(/x/gu)?.length).toBeGreaterThanOrEqual(100_000);
  expect(show.stdout).toMatch(/from +tool, trust 0\.5, untrusted/u);
  const shown = JSON.parse((await host.run("show", "=diet", "--json")).stdout) as object;
  expect(shown).toMatchObject({ memory: { key: "diet", version: 2 }, forecast: { length: 31 } });

  const history = await host.run("history", "=diet");
  expect(history.stdout).toMatch(/version 2: updated .* by ana/u);
  expect(history.stdout).toContain("Ana eats no [-peanuts-]{+nuts+}");
  expect(history.stdout).toContain('metadata: {} → {"level":2}');

  const why = await host.run("why", "=diet", "--query", "nuts");
  expect(why.stdout).toMatch(/History\n(?:.*\n)*How it fits "nuts"\n {2}number 1/u);
  const sentence = await host.run("why", "I live in Kyoto with my two cats.");
  expect(sentence.stdout).toMatch(/It was said\n {2}"I live in Kyoto with my two cats\."\n/u);

  const portrait = await host.run("portrait");
  expect(portrait.stdout).toMatch(/^home\n- I live in Kyoto with my two cats\.\n/u);
  const surfaced = JSON.parse((await host.run("surface", "--json")).stdout) as {
    readonly memories: readonly { readonly reason: string }[];
  };
  expect(surfaced.memories[0]?.reason).toBe("spontaneous");
});

it("says what an empty memory lacks, and what was asked wrongly", async () => {
  using host = testHost({ env: { KIOKU_EMBEDDING_MODEL: "none" } });
  for (const line of [["list"], ["surface"], ["portrait"]]) {
    const { code, stdout, stderr } = await host.run(...line);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).not.toBe("");
  }
  for (const line of [
    ["show", "=nope"],
    ["history", "0000"],
    ["why", "no", "sentence"],
  ]) {
    expect((await host.run(...line)).code).toBe(3);
  }
  expect((await host.run("portrait", "--self", "--of", "Ana")).code).toBe(2);
});

it("prints nothing that a terminal obeys, whatever a memory says", async () => {
  using host = testHost({ env: { KIOKU_EMBEDDING_MODEL: "none" } });
  const evil = "peanuts \u001B]0;title\u0007\u009B2J \u202Ereversed\r\u2066 end";
  await seed(host, async ({ memory }) => {
    const where = { kind: evil, thread: evil, speaker: evil, metadata: { evil } };
    const receipt = await memory.remember({ content: evil, key: evil, ...where });
    const id = "record" in receipt ? receipt.record.id : "";
    const cause = { actor: evil, cause: evil };
    await memory.update(id, { content: `${evil} again` }, cause);
    await memory.remember({ content: `${evil}, too`, sources: [id], ...where });
  });
  for (const flags of [[], ["--json"]]) {
    for (const line of [["recall", "peanuts"], ["ask", "peanuts"], ["list"], ["surface"]]) {
      const { code, stdout } = await host.run(...line, ...flags);
      expect(code).toBe(0);
      expect(stdout).toContain("peanuts");
      expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202E\u2066]/u);
    }
    for (const name of ["show", "history", "why"]) {
      const { code, stdout } = await host.run(name, `=${evil}`, ...flags);
      expect(code).toBe(0);
      expect(stdout).toContain("peanuts");
      expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202E\u2066]/u);
    }
  }
});
