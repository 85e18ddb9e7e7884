import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { runExample, temporaryFolder } from "./run-example.ts";

interface BadInput {
  readonly name: string;
  readonly args: readonly string[];
  readonly code: string;
  /** Text that the message must name. */
  readonly names: string;
}

const CASES: readonly BadInput[] = [
  { name: "an unknown option", args: ["--bogus"], code: "usage", names: "--bogus" },
  { name: "--ask without a question", args: ["--ask"], code: "usage", names: "--ask" },
  { name: "a path that is not there", args: ["no.md"], code: "unreadable-path", names: "no.md" },
  { name: "a directory of other things", args: ["other"], code: "no-documents", names: "other" },
  { name: "a binary file", args: ["binary.md"], code: "not-text", names: "binary.md" },
  { name: "JSON that is no chat", args: ["object.json"], code: "not-a-chat", names: "an object" },
  {
    name: "broken JSON beside a good file",
    args: ["good.md", "broken.json"],
    code: "not-json",
    names: "broken.json",
  },
  {
    name: "a question to an empty memory",
    args: ["--ask", "Who?"],
    code: "nothing-remembered",
    names: "npm run demo",
  },
];

async function badFolder(): Promise<Awaited<ReturnType<typeof temporaryFolder>>> {
  const folder = await temporaryFolder();
  await mkdir(folder.file("other"));
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "good.md": "# Good\n\nGood text.\n",
    "binary.md": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]),
    "broken.json": '[{ "role": ',
    "object.json": '{ "messages": [] }',
    "other/picture.png": new Uint8Array([1, 2, 3]),
    "other/settings.json": "{}",
  };
  for (const [name, content] of Object.entries(files)) await writeFile(folder.file(name), content);
  return folder;
}

test.each(CASES)("$name is refused as $code, and nothing is written", async (given) => {
  await using folder = await badFolder();
  const before = readdirSync(folder.path);
  const args = ["--db", "bad.db", "--json", ...given.args];
  const { code, stdout, stderr } = await runExample("demo/main.ts", args, folder.path);
  expect(code).toBe(given.code === "usage" ? 2 : 1);
  const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
  expect(error.code).toBe(given.code);
  expect(error.message).toContain(given.names);
  expect(stderr).toBe(`error ${error.code}: ${error.message}\n`);
  expect(readdirSync(folder.path)).toEqual(before);
});

test("without --json, stdout stays empty and stderr holds one line without a stack", async () => {
  await using folder = await badFolder();
  const { stdout, stderr } = await runExample("demo/main.ts", ["no.md"], folder.path);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^error unreadable-path: cannot read ".*no\.md": [^\n]*\n$/u);
});

test.each([[], ["--fresh"]])("a file that is no database keeps every byte %j", async (...more) => {
  await using folder = await badFolder();
  const before = readFileSync(folder.file("object.json"), "utf8");
  const args = ["good.md", "--db", "object.json", ...more];
  const { code, stderr } = await runExample("demo/main.ts", args, folder.path);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error (?:store-failed|not-a-database): [^\n]*object\.json[^\n]*\n$/u);
  expect(readFileSync(folder.file("object.json"), "utf8")).toBe(before);
});

test("a bad path leaves a memory as it was", async () => {
  await using folder = await badFolder();
  const run = (...args: readonly string[]) =>
    runExample("demo/main.ts", ["--db", "kept.db", ...args], folder.path);
  expect((await run("good.md")).code).toBe(0);
  const before = readFileSync(folder.file("kept.db"));
  expect((await run("no.md", "--fresh")).code).toBe(1);
  expect(readFileSync(folder.file("kept.db")).equals(before)).toBe(true);
});
