import { describe, expect, it } from "vitest";

import { testHost } from "../support/test-host.js";

describe("update", () => {
  it("shows what changed, word by word and member by member", async () => {
    using host = testHost({ columns: 60 });
    await host.run("remember", "Ana eats no peanuts", "--key", "diet", "--meta", "topic=food");
    const flags = ["--importance", "0.9", "--meta", "topic=", "--pin", "on"];
    const { code, stdout } = await host.run("update", "=diet", "Ana eats no nuts", ...flags);
    expect(code).toBe(0);
    expect(stdout).toContain("Ana eats no [-peanuts-]{+nuts+}");
    expect(stdout).toContain("importance: 0.5 → 0.9");
    expect(stdout).toContain("pinned: false → true");
    const shown = await host.run("show", "=diet", "--json");
    expect(JSON.parse(shown.stdout)).toMatchObject({ memory: { metadata: {}, version: 2 } });
  });

  it("changes members alone, and drops the versions before if asked to", async () => {
    using host = testHost({ stdin: "新的一句話\n" });
    await host.run("remember", "A secret", "--key", "note");
    const { stdout } = await host.run("update", "=note", "-", "--purge", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      status: "updated",
      memory: { content: "新的一句話", version: 2 },
    });
    const history = await host.run("history", "=note", "--json");
    expect(history.stdout).not.toContain("A secret");
    const moved = await host.run("update", "=note", "--key", "other");
    expect(moved.stdout).toContain("key: note → other");
  });

  it("says why it changes nothing", async () => {
    using host = testHost();
    await host.run("remember", "Ana eats no peanuts", "--key", "diet");
    expect(await host.run("update", "=diet")).toMatchObject({ code: 2, stdout: "" });
    expect(await host.run("update", "=none", "text")).toMatchObject({ code: 3, stdout: "" });
    const older = await host.run("update", "=diet", "text", "--if-version", "4", "--json");
    expect(older).toMatchObject({ code: 5, stdout: "" });
    expect(JSON.parse(older.stderr)).toMatchObject({ error: { code: "conflict" } });
  });
});
