import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";

import { expect, test } from "vitest";

import type { DemoReport } from "../demo/report.ts";
import { runExample, temporaryFolder } from "./run-example.ts";

const NOTES =
  "# Garden\n\nTomatoes need water every morning.\n\n## Tools\n\nThe spade is in the shed.\n";
const HOUSE = "The boiler's pressure should be 1.5 bar.\n\n水表在厨房的水槽下面。\n";
const CHAT = [
  { role: "user", content: "The code of the gate is 4711", occurredAt: "2026-01-05T10:00:00Z" },
  { role: "assistant", content: "I will keep it to myself.", name: "Robo" },
];

async function ask(args: readonly string[], cwd: string): Promise<DemoReport> {
  const run = await runExample("demo/main.ts", ["--db", "own.db", "--json", ...args], cwd);
  expect(run.code).toBe(0);
  return JSON.parse(run.stdout) as DemoReport;
}

test("Markdown, text and a chat of one's own are remembered, and --ask finds facts in each", async () => {
  await using folder = await temporaryFolder();
  await writeFile(folder.file("notes.md"), NOTES);
  await writeFile(folder.file("house.txt"), HOUSE);
  await writeFile(folder.file("chat.json"), JSON.stringify(CHAT));
  const report = await ask(
    ["notes.md", "house.txt", "chat.json"].concat(
      ["--ask", "Where is the spade?"],
      ["--ask", "水表在哪里？"],
      ["--ask", "What is the code of the gate?"],
    ),
    folder.path,
  );
  expect(report.remembered).toEqual([
    { scope: ["own"], documents: 3, created: 6, changed: 0, unchanged: 0, forgotten: 0, queued: 0 },
  ]);
  expect(report.questions.map(({ hits }) => hits[0]?.content)).toEqual([
    "Garden › Tools: The spade is in the shed.",
    "水表在厨房的水槽下面。",
    "The code of the gate is 4711",
  ]);
  expect(report.questions[2]?.hits[0]).toMatchObject({
    source: folder.file("chat.json"),
    place: "user, 2026-01-05",
  });
  expect(report.prompts).toHaveLength(3);
  expect(report.skills).toBeUndefined();
});

test("a directory is followed: what changed is a new version, what is gone is forgotten", async () => {
  await using folder = await temporaryFolder();
  await mkdir(folder.file("notes"));
  await writeFile(folder.file("notes/garden.md"), NOTES);
  await writeFile(folder.file("notes/house.txt"), HOUSE);
  await writeFile(folder.file("notes/chat.json"), JSON.stringify(CHAT));
  const first = await ask(["notes"], folder.path);
  expect(first.remembered[0]).toMatchObject({ documents: 3, created: 6, unchanged: 0 });

  await writeFile(folder.file("notes/garden.md"), NOTES.replace("in the shed", "on the roof"));
  await writeFile(folder.file("notes/house.txt"), `A new first paragraph.\n\n${HOUSE}`);
  await rm(folder.file("notes/chat.json"));
  const second = await ask(["notes", "--ask", "Where is the spade?"], folder.path);
  expect(second.remembered[0]).toMatchObject({
    documents: 2,
    created: 1,
    changed: 1,
    unchanged: 3,
    forgotten: 2,
  });
  expect(second.questions[0]?.hits[0]?.content).toContain("on the roof");
});

test("what other paths gave stays, and a question without a path is asked of everything", async () => {
  await using folder = await temporaryFolder();
  await writeFile(folder.file("notes.md"), NOTES);
  await writeFile(folder.file("house.txt"), HOUSE);
  await ask(["notes.md"], folder.path);
  const second = await ask(["house.txt"], folder.path);
  expect(second.remembered[0]).toMatchObject({ created: 2, forgotten: 0 });
  const asked = await ask(["--ask", "Where is the spade?"], folder.path);
  expect(asked.remembered).toEqual([]);
  expect(asked.summary.records).toBe(4);
  expect(asked.questions[0]?.hits[0]?.content).toContain("in the shed");
});

test("what cannot be used in a directory is skipped, and said so", async () => {
  await using folder = await temporaryFolder();
  await mkdir(folder.file("notes"));
  await writeFile(folder.file("notes/garden.md"), NOTES);
  await writeFile(folder.file("notes/package.json"), '{ "name": "no chat" }');
  await writeFile(folder.file("notes/photo.txt"), new Uint8Array([0xff, 0xd8, 0xff, 0]));
  const { skipped } = await ask(["notes"], folder.path);
  expect(skipped).toEqual([
    { path: folder.file("notes/package.json"), reason: "not-a-chat" },
    { path: folder.file("notes/photo.txt"), reason: "not-text" },
  ]);
});

test("--fresh begins again", async () => {
  await using folder = await temporaryFolder();
  await writeFile(folder.file("notes.md"), NOTES);
  await writeFile(folder.file("house.txt"), HOUSE);
  await ask(["house.txt"], folder.path);
  const { remembered, summary } = await ask(["notes.md", "--fresh"], folder.path);
  expect(remembered[0]).toMatchObject({ created: 2, unchanged: 0 });
  expect(summary.records).toBe(2);
});

test("--help says how to use it and touches nothing", async () => {
  await using folder = await temporaryFolder();
  const run = await runExample("demo/main.ts", ["--help", "--db", "x.db"], folder.path);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("npm run demo -- PATH...");
  expect(existsSync(folder.file("x.db"))).toBe(false);
});
