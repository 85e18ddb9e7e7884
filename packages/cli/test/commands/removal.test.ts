import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { testHost, type TestHost } from "../support/test-host.js";

async function remember(
  host: TestHost,
  text: string,
  ...flags: readonly string[]
): Promise<string> {
  const { stdout } = await host.run("remember", text, "--json", ...flags);
  return (JSON.parse(stdout) as { memory: { id: string } }).memory.id;
}

async function countOf(host: TestHost): Promise<number> {
  const { stdout } = await host.run("list", "--below", "--limit", "0", "--json");
  return stdout.split("\n").filter(Boolean).length;
}

describe.each(["forget", "erase"])("%s", (verb) => {
  it("shows what would go, and needs a yes where nobody can be asked", async () => {
    using host = testHost({ columns: 60 });
    const id = await remember(host, "Ana eats no peanuts, no almonds, no cashews and no walnuts");
    const shown = await host.run(verb, id, "--dry-run");
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(
      /^This would \w+ 1 memory:\n {2}[\da-f]{8}\.\.[\da-f]{6} {2}2026/u,
    );
    expect(Math.max(...shown.stdout.split("\n").map((line) => line.length))).toBeLessThan(61);
    const json = await host.run(verb, id, "--dry-run", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ dryRun: true, count: 1, memories: [{ id }] });
    const refused = await host.run(verb, id, "--json");
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    // Nothing but the error, so that a program can read it.
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: "usage" } });
    expect(await countOf(host)).toBe(1);
  });

  it("takes several ids all or nothing", async () => {
    using host = testHost();
    const ids = [await remember(host, "tea"), await remember(host, "coffee", "--key", "cup")];
    const wrong = await host.run(verb, ids[0] ?? "", "=none", "--yes");
    expect(wrong).toMatchObject({ code: 3, stdout: "" });
    expect(await countOf(host)).toBe(2);
    const { code, stdout } = await host.run(verb, ids[0] ?? "", "=cup", "--yes");
    expect(code).toBe(0);
    expect(stdout).toMatch(/2 memories/u);
    expect(await countOf(host)).toBe(0);
  });

  it("takes what kinds and fields select, here or below", async () => {
    using host = testHost();
    await remember(host, "tea", "--kind", "fact", "--meta", "customer=42");
    await remember(host, "coffee", "--meta", "customer=42");
    await remember(host, "cocoa", "--meta", "customer=42", "--scope", "acme/客户");
    const flags = ["--filter", "customer=42", "--yes", "--json"];
    const one = await host.run(verb, "--kind", "fact", ...flags);
    const count = verb === "erase" ? "erased" : "forgotten";
    expect(JSON.parse(one.stdout)).toMatchObject({ [count]: 1 });
    const rest = await host.run(verb, "--below", ...flags);
    expect(JSON.parse(rest.stdout)).toMatchObject({ [count]: 2 });
    const none = await host.run(verb, "--filter", "customer=7", "--yes");
    expect(none).toMatchObject({ code: 0 });
    expect(none.stdout).toContain("There was nothing to");
  });

  it.each([
    ["nothing", []],
    ["ids and a kind", ["=tea", "--kind", "fact"]],
    ["everything and a kind", ["--everything", "--kind", "fact"]],
    ["an id below", ["=tea", "--below"]],
  ])("refuses %s", async (_, args) => {
    using host = testHost();
    expect(await host.run(verb, ...args, "--yes")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("erase", () => {
  it("erases what was made of a memory, and what was forgotten before", async () => {
    using host = testHost();
    const id = await remember(host, "I live in Paris and I am allergic to peanuts");
    await host.run("consolidate");
    expect(await countOf(host)).toBeGreaterThan(1);
    const plan = await host.run("erase", id, "--dry-run");
    expect(plan.stdout).toContain("made of them");
    await host.run("forget", id, "--yes");
    const { stdout } = await host.run("erase", id, "--yes");
    expect(stdout).toMatch(/^Erased 1 memory/u);
    expect(stdout).toContain("Not reached:\n- backups and exports");
    expect(await countOf(host)).toBe(0);
  });

  it("counts memories, not what the mind keeps for itself", async () => {
    using host = testHost();
    await remember(host, "I live in Paris");
    await host.run("forget", "--kind", "note", "--yes");
    await remember(host, "I live in London");
    const plan = await host.run("erase", "--everything", "--dry-run", "--json");
    expect(JSON.parse(plan.stdout)).toMatchObject({ count: 1, memories: [{}], past: 1 });
    const { stdout } = await host.run("erase", "--everything", "--yes", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ erased: 2 });
  });

  it("sends the list of erasures to the backups, or warns that they do not know", async () => {
    using host = testHost({ env: { KIOKU_BACKUP_TARGET: "../backups" } });
    const [id, other] = [await remember(host, "tea"), await remember(host, "coffee")];
    const extra = [await remember(host, "milk"), await remember(host, "rum", "-d", "other.db")];
    // Nothing has to be told to backups that are not there, or are of another database.
    expect(await host.run("erase", extra[0] ?? "", "--yes")).toMatchObject({ code: 0, stderr: "" });
    await host.run("backup");
    const apart = await host.run("erase", extra[1] ?? "", "-d", "other.db", "--yes");
    expect(apart).toMatchObject({ code: 0, stderr: expect.stringContaining("not sent") as string });
    const sent = await host.run("erase", id, "--yes", "--json");
    expect(sent).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(sent.stdout)).toMatchObject({ erased: 1, published: { tombstones: 2 } });
    rmSync(join(host.folder, "backups"), { recursive: true });
    writeFileSync(join(host.folder, "backups"), "no folder");
    const failed = await host.run("erase", other, "--yes");
    expect(failed.code).toBe(75);
    expect(failed.stdout).toContain("Erased 1 memory");
    expect(failed.stderr).toContain("was not sent to the backups");
    expect(failed.stderr).toContain("kioku backup --tombstones");
    expect(await countOf(host)).toBe(0);
  });
});
