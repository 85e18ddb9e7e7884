import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readChat } from "../chat/chat.ts";
import { runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../chat/main.ts", import.meta.url));
const NOOR = fileURLToPath(new URL("../chat/noor.json", import.meta.url));

const CHAT = {
  name: "tiny",
  sessions: [
    {
      id: "one",
      at: "2026-01-01T10:00:00Z",
      turns: [
        { user: "My sister Mina plays the oboe", assistant: "How nice." },
        { user: "Which instrument does my sister Mina play?", assistant: "x", wants: ["oboe"] },
      ],
    },
    {
      id: "two",
      at: "2026-01-05T10:00:00Z",
      turns: [
        {
          user: "Which instrument does my sister Mina play?",
          assistant: "The oboe.",
          wants: ["oboe", "bassoon"],
        },
      ],
    },
  ],
};

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "kioku-bench-chat-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test("facts of earlier sessions count where they were put into a prompt, and only there", async () => {
  const file = join(directory, "tiny.json");
  const saved = join(directory, "saved.json");
  await writeFile(file, JSON.stringify(CHAT));
  const args = ["--data", file, "--show", "--json", "--save", saved];
  const { code, stdout, stderr } = await runMain(MAIN, args);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Record<string, number>;
  expect(report).toMatchObject({ turns: 3, wanted: 3, found: 1 });
  expect(report["tokens"]).toBeGreaterThan(0);
  expect(report["lines"]).toBeGreaterThan(0);
  expect(stdout).toContain("[✗ oboe]");
  expect(stdout).toContain("[✓ oboe, ✗ bassoon]");
  expect(stdout).toContain("My sister Mina plays the oboe</memory>");
  expect(JSON.parse(await readFile(saved, "utf8"))).toMatchObject({ chat: "tiny", ...report });
});

test("our chat has 40 turns in three sessions, and wants 17 facts that nobody tells in the session", async () => {
  const { sessions } = await readChat(NOOR);
  expect(sessions).toHaveLength(3);
  expect(sessions.flatMap(({ turns }) => turns)).toHaveLength(40);
  const wanted = sessions.flatMap(({ turns }, index) =>
    turns.flatMap(({ user, wants = [] }) => wants.map((fact) => ({ user, fact, index }))),
  );
  expect(wanted).toHaveLength(17);
  for (const { user, fact, index } of wanted) {
    expect(user).not.toContain(fact);
    const before = sessions.slice(0, index).flatMap(({ turns }) => turns);
    expect(before.some((turn) => turn.user.includes(fact))).toBe(true);
  }
});

test("a file that is missing, broken or no chat is named", async () => {
  const broken = join(directory, "broken.json");
  const shape = join(directory, "shape.json");
  await writeFile(broken, "{");
  await writeFile(shape, '{"name":"x","sessions":[{"id":"a","at":"never","turns":[]}]}');
  for (const [path, message] of [
    [join(directory, "nowhere.json"), "cannot read"],
    [broken, "is not JSON"],
    [shape, "is no chat"],
  ] as const) {
    const { code, stderr } = await runMain(MAIN, ["--data", path]);
    expect([path, code]).toEqual([path, 1]);
    expect(stderr).toContain(message);
    expect(stderr).toContain(path);
  }
});
