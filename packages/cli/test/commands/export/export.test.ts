import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { main } from "../../../src/main.js";
import { testHost, type TestHost } from "../../support/test-host.js";

/** Fills a memory with what is hard to write: quotes, formulas, Chinese, scopes, history. */
async function fill(host: TestHost): Promise<void> {
  const lines = ["=1+1", 'She said "no", twice', "我爱喝茶", "## no heading"].join("\n");
  writeFileSync(join(host.cwd, "lines.txt"), lines);
  writeFileSync(join(host.cwd, "page.md"), "# Page\nOld\n\n# Other\nStays");
  await host.run("import", "lines.txt", "--format", "lines");
  await host.run("import", "page.md", "--scope", "users/ann");
  writeFileSync(join(host.cwd, "page.md"), "# Page\nNew, 新\nline two\n");
  const { code } = await host.run("import", "page.md", "--scope", "users/ann");
  expect(code).toBe(0);
}

it("gives the same bytes again after an import elsewhere", async () => {
  using host = testHost();
  await fill(host);
  const { stdout, stderr } = await host.run("export", "--vectors");
  expect(stderr).toBe("Exported 6 records\n");
  const saved = await host.run("export", "--vectors", "-o", "all.jsonl", "--json");
  const bytes = Buffer.byteLength(stdout);
  expect(JSON.parse(saved.stdout)).toMatchObject({ format: "kioku", records: 6, bytes });
  const file = join(host.cwd, "all.jsonl");
  expect(readFileSync(file, "utf8")).toBe(stdout);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const imported = await host.run("import", "all.jsonl", "--database", "copy.db", "--json");
  expect(JSON.parse(imported.stdout)).toMatchObject({ stored: 6, failed: 0 });
  expect((await host.run("export", "--vectors", "--database", "copy.db")).stdout).toBe(stdout);
  await host.run("export", "-o", "old.jsonl");
  host.advance(1_000);
  writeFileSync(join(host.cwd, "page.md"), "# Page\nNewest");
  await host.run("import", "page.md", "--scope", "users/ann");
  await host.run("export", "-o", "new.jsonl");
  await host.run("import", "old.jsonl", "-d", "other.db");
  const conflict = await host.run("import", "new.jsonl", "-d", "other.db");
  expect(conflict.code).toBe(5);
  expect(conflict.stderr).toContain("say with --on-conflict");
  const newer = ["import", "new.jsonl", "-d", "other.db", "--on-conflict", "newer", "--json"];
  expect(JSON.parse((await host.run(...newer)).stdout)).toMatchObject({ stored: 1, failed: 0 });
  const again = await host.run("import", "all.jsonl", "--database", "copy.db", "--json");
  expect(JSON.parse(again.stdout)).toMatchObject({ stored: 0, duplicate: 6 });
});

it("replaces no file, and leaves nothing of an export that was interrupted", async () => {
  using host = testHost();
  await fill(host);
  writeFileSync(join(host.cwd, "taken.jsonl"), "mine");
  const taken = await host.run("export", "-o", "taken.jsonl");
  expect(taken.code).toBe(5);
  expect(readFileSync(join(host.cwd, "taken.jsonl"), "utf8")).toBe("mine");
  expect((await host.run("export", "-o", "no/where.jsonl")).code).toBe(3);
  host.interrupt();
  expect((await host.run("export", "-o", "new.jsonl")).code).toBe(130);
  expect(readdirSync(host.cwd).toSorted()).toEqual(["lines.txt", "page.md", "taken.jsonl"]);
});

it("ends quietly when nobody reads on", async () => {
  using host = testHost();
  await fill(host);
  const stdout = {
    write: (_: string, done: (error: Error) => void) =>
      done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
  };
  expect(await main(["export"], { ...host, stdout })).toBe(0);
  expect(host.written().stderr).not.toContain("EPIPE");
});

it("writes CSV that no spreadsheet runs", async () => {
  using host = testHost();
  await fill(host);
  const { stdout } = await host.run("export", "--format", "csv");
  const lines = stdout.split("\r\n");
  expect(lines[0]).toMatch(/^scope,id,key,kind,content,/u);
  expect(stdout).toContain(",note,'=1+1,import,");
  expect(stdout).toContain(',note,"She said ""no"", twice",import,');
  expect(stdout).toMatch(/^\/users\/ann,[^,]+,[^,]+,passage,"Page\n\nNew, 新\nline two",/mu);
  expect(lines).toHaveLength(7);
});

it("writes Markdown by scope and day, which can be imported", async () => {
  using host = testHost();
  await fill(host);
  const { stdout } = await host
    .run("export", "--format", "markdown", "-o", "all.md")
    .then(async () => host.run("import", "all.md", "--database", "copy.db", "--json"));
  const page = readFileSync(join(host.cwd, "all.md"), "utf8");
  expect(page).toContain("### 2026-11-26\n\n- **12:00** =1+1\n");
  expect(page).toContain(
    "\n## `/users/ann`\n\n### 2026-11-26\n\n- **12:00 passage** Page\n\n  New, 新\n  line two\n",
  );
  expect(JSON.parse(stdout)).toMatchObject({ stored: 5, failed: 0 });
  const copy = await host.run("export", "--format", "markdown", "--database", "copy.db");
  expect(copy.stdout).toBe(page);
});

it("writes Portable AI Memory as a file, or as a folder with conversations", async () => {
  using host = testHost();
  await fill(host);
  expect(JSON.parse((await host.run("export", "--format", "pam")).stdout)).toMatchObject({
    schema: "portable-ai-memory",
  });
  writeFileSync(join(host.cwd, "chat.json"), '[{"role":"user","content":"I live in Bergen"}]');
  await host.run("import", "chat.json");
  expect((await host.run("export", "--format", "pam")).code).toBe(2);
  await host.run("export", "--format", "pam", "-o", "pam");
  expect(readdirSync(join(host.cwd, "pam"))).toEqual(["conversations", "memory-store.json"]);
  const { stdout } = await host.run("import", "pam", "--database", "copy.db", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ stored: 6, failed: 0 });
});

it("refuses flags that do nothing", async () => {
  using host = testHost();
  const { code, stderr } = await host.run("export", "--format", "csv", "--vectors");
  expect(code).toBe(2);
  expect(stderr).toContain("--vectors does nothing with --format csv");
});
