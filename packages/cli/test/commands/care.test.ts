import { describe, expect, it } from "vitest";

import { testHost } from "../support/test-host.js";

describe("scopes", () => {
  it("shows a tree with the numbers of memories", async () => {
    using host = testHost();
    for (const scope of ["acme/客户/work", "acme/b", "acme-2"]) {
      await host.run("remember", "tea", "--scope", scope);
    }
    const { stdout } = await host.run("scopes");
    expect(stdout).toBe(
      [
        "/",
        "├─ acme-2      1",
        "└─ acme",
        "   ├─ b        1",
        "   └─ 客户",
        "      └─ work  1",
        "",
      ].join("\n"),
    );
    const below = await host.run("scopes", "--scope", "acme", "--limit", "1", "--json");
    expect(JSON.parse(below.stdout)).toEqual({ scope: ["acme", "b"], memories: 1 });
    expect(below.stderr).toContain("more than 1 scope");
  });

  it("says that there are none", async () => {
    using host = testHost();
    expect(await host.run("scopes")).toEqual({
      code: 0,
      stdout: "",
      stderr: "There are no memories yet.\n",
    });
  });
});

describe("stats", () => {
  it.each([60, 120])("shows counts and pictures in %i columns", async (columns) => {
    using host = testHost({ columns });
    await host.run("remember", "tea", "--thread", "t", "--pin");
    host.advance(400 * 86_400_000);
    await host.run("remember", "coffee", "--kind", "fact", "--origin", "web", "--scope", "b");
    const { code, stdout } = await host.run("stats");
    expect(code).toBe(0);
    expect(stdout).toContain("2 memories\nkinds    note 1, fact 1\nfrom     user 1, web 1\n");
    expect(stdout).toContain("Mon");
    expect(stdout).toMatch(/90% and more +█+ +1 +50%/u);
    expect(stdout).toMatch(/50% to 70% +█+ +1 +50%/u);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
  });

  it("gives programs all figures, also of nothing", async () => {
    using host = testHost();
    const { stdout } = await host.run("stats", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      memories: 0,
      kinds: {},
      days: {},
      mind: { facts: 0, waiting: 0 },
      store: { records: 0 },
    });
    expect((await host.run("stats")).stdout).toContain("0 memories");
  });
});

describe("consolidate", () => {
  it("plans, makes, and takes back facts", async () => {
    using host = testHost({ columns: 60 });
    await host.run("remember", "I live in Paris");
    const plan = await host.run("consolidate", "--dry-run");
    expect(plan.stdout).toContain("1 turn looked at, 2 changes planned");
    expect(plan.stdout).toContain("New (1)\n  + I live in Paris\n");
    expect((await host.run("list", "--kind", "fact", "--json")).stdout).toBe("");
    const done = await host.run("consolidate", "--json");
    const { id, counts } = JSON.parse(done.stdout) as { id: string; counts: unknown };
    expect(counts).toEqual({ add: 1, episode: 1 });
    const again = await host.run("consolidate");
    expect(again).toMatchObject({ code: 0, stdout: "" });
    expect(again.stderr).toContain("Nothing new");
    const undone = await host.run("consolidate", "--undo", id);
    expect(undone).toMatchObject({ code: 0, stdout: "Took back 2 changes.\n" });
    expect(await host.run("consolidate", "--undo", id)).toMatchObject({ code: 3, stdout: "" });
  });

  it("shows the sentences that a run replaces", async () => {
    using host = testHost();
    await host.run("remember", "I live in Paris");
    await host.run("consolidate");
    host.advance(86_400_000);
    await host.run("remember", "I no longer live in Paris, I moved to London");
    const { stdout } = await host.run("consolidate");
    expect(stdout).toMatch(/ {2}- I live in Paris\n/u);
  });

  it("says so if the model is of no use", async () => {
    const env = { KIOKU_MODEL_BASE_URL: "http://127.0.0.1:9/v1", KIOKU_MODEL_MODEL: "m" };
    const choices = [{ message: { role: "assistant", content: "hm" }, finish_reason: "stop" }];
    using host = testHost({ env, fetch: async () => Response.json({ choices }) });
    await host.run("remember", "I live in Paris");
    const { code, stdout, stderr } = await host.run("consolidate", "--json");
    expect({ code, stdout }).toEqual({ code: 75, stdout: "" });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "model-failed" } });
  });

  it("looks at the scopes below for what is due", async () => {
    using host = testHost();
    await host.run("remember", "I live in Paris", "--scope", "a");
    expect((await host.run("consolidate", "--if-due")).stderr).toContain("Nothing is due.");
    host.advance(86_400_000);
    const { stdout } = await host.run("consolidate", "--below");
    expect(stdout).toContain("1 scope looked at, 1 consolidated");
    expect(stdout).toContain("+ I live in Paris");
  });

  it.each([[["--undo", "x", "--below"]], [["--below", "--dry-run"]]])(
    "refuses %j",
    async (flags) => {
      using host = testHost();
      expect(await host.run("consolidate", ...flags)).toMatchObject({ code: 2, stdout: "" });
    },
  );
});
