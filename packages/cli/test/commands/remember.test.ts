import { PassThrough } from "node:stream";

import { describe, expect, it } from "vitest";

import type { Host } from "../../src/host.js";
import { main } from "../../src/main.js";
import { testHost } from "../support/test-host.js";

describe("remember", () => {
  it("says what became of a text, and gives the memory to programs", async () => {
    using host = testHost({ columns: 60 });
    const flags = ["--key", "tea", "--meta", "topic=drinks", "--meta", "cups=3", "--pin"];
    const first = await host.run("remember", "Ana", "drinks green tea", ...flags);
    expect(first.stdout).toContain("Remembered\nAna drinks green tea\n");
    expect(first.stdout).toContain("=tea");
    const again = await host.run("remember", "Ana drinks black tea", "--key", "tea", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({
      status: "stored",
      memory: {
        content: "Ana drinks black tea",
        key: "tea",
        version: 2,
        pinned: true,
        metadata: { topic: "drinks", cups: 3 },
      },
    });
    const known = await host.run("remember", "Ana drinks black tea");
    expect(known.stdout).toContain("Known already");
  });

  it("keeps what is not trusted from replacing what is", async () => {
    using host = testHost();
    await host.run("remember", "The bank is First Bank", "--key", "bank");
    const refused = ["remember", "The bank is Evil Bank", "--key", "bank", "--origin", "web"];
    const { code, stdout } = await host.run(...refused);
    expect(code).toBe(4);
    expect(stdout).toContain("Not remembered");
    const json = await host.run(...refused, "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ status: "rejected", by: "trust" });
  });

  it("shows nothing of a text that a terminal would obey", async () => {
    using host = testHost();
    const { stdout } = await host.run("remember", "red \u001B[31m text \u202E turned");
    expect(stdout).toContain("red \uFFFD[31m text \uFFFD turned\n");
  });

  it("remembers each line, and counts", async () => {
    using host = testHost({ stdin: "我喜歡喝茶\r\n\n  I live in Paris\nI live in Paris" });
    const { stdout } = await host.run("remember", "--lines");
    expect(stdout).toBe("2 lines are remembered, 1 known already.\n");
  });

  it("gives programs a line for each line", async () => {
    using host = testHost({ stdin: "one cup of tea\n\ntwo cups of tea" });
    const { stdout } = await host.run("remember", "--lines", "--json");
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toMatchObject([
      { line: 1, status: "stored", memory: { content: "one cup of tea" } },
      { line: 3, status: "stored", memory: { content: "two cups of tea" } },
    ]);
  });

  it("keeps the lines before an interruption, and says how many they are", async () => {
    using host = testHost();
    const stdin = new PassThrough();
    stdin.write("a first line\n");
    const stdout: Host["stdout"] = {
      write: (_, done) => {
        host.interrupt();
        done();
      },
    };
    expect(await main(["remember", "--lines", "--json"], { ...host, stdin, stdout })).toBe(130);
    expect(host.written().stderr).toContain("Stopped: 1 line is remembered.");
  });

  it.each([
    ["an empty text", ["remember", ""], "text is empty"],
    ["an importance above 1", ["remember", "tea", "--importance", "7"], "importance"],
    ["a field without a value", ["remember", "tea", "--meta", "topic"], "--meta must be"],
    ["one key for many lines", ["remember", "--lines", "--key", "tea"], "exclude each other"],
  ])("refuses %s", async (_, argv, message) => {
    using host = testHost();
    const { code, stdout, stderr } = await host.run(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
