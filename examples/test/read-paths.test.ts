import { mkdir, writeFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { DemoError } from "../demo/demo-error.ts";
import { readPaths } from "../demo/documents/read-paths.ts";
import { temporaryFolder } from "./run-example.ts";

interface BadFile {
  readonly name: string;
  /** Written to a file of this name; a directory is made where it is absent. */
  readonly file: string;
  readonly content?: string | Uint8Array;
  readonly code: string;
  /** Text that the message must have beside the path. */
  readonly says: string;
}

const user = { role: "user", content: "Hello" };
const chat = (...messages: readonly unknown[]): string => JSON.stringify(messages);

const CASES: readonly BadFile[] = [
  { name: "an empty directory", file: "empty", code: "no-documents", says: "no Markdown" },
  { name: "a blank file", file: "a.md", content: " \n\n", code: "no-documents", says: "no text" },
  {
    name: "headings only",
    file: "a.md",
    content: "# A\n# B",
    code: "no-documents",
    says: "no text",
  },
  { name: "an empty chat", file: "a.json", content: "[]", code: "no-documents", says: "no text" },
  {
    name: "a binary file",
    file: "a.md",
    content: new Uint8Array([0x89, 0x50, 0xff]),
    code: "not-text",
    says: "UTF-8",
  },
  { name: "a file with NUL", file: "a.txt", content: "a\0b", code: "not-text", says: "UTF-8" },
  { name: "broken JSON", file: "a.json", content: '[{ "role"', code: "not-json", says: ".txt" },
  { name: "an object", file: "a.json", content: "{}", code: "not-a-chat", says: "an object" },
  { name: "a bare null", file: "a.json", content: "null", code: "not-a-chat", says: "null" },
  {
    name: "a text as message",
    file: "a.json",
    content: chat(user, "Hello"),
    code: "not-a-chat",
    says: "message 2 is a string",
  },
  {
    name: "an unknown role",
    file: "a.json",
    content: chat({ ...user, role: "robot" }),
    code: "not-a-chat",
    says: '"robot", which is none of user, assistant, system, tool',
  },
  {
    name: "an inherited name as role",
    file: "a.json",
    content: chat({ ...user, role: "toString" }),
    code: "not-a-chat",
    says: '"toString"',
  },
  {
    name: "a message without content",
    file: "a.json",
    content: chat(user, { role: "user" }),
    code: "not-a-chat",
    says: "message 2 has nothing as content",
  },
  {
    name: "content in parts",
    file: "a.json",
    content: chat({ role: "user", content: [] }),
    code: "not-a-chat",
    says: "a list as content",
  },
  {
    name: "a name that is none",
    file: "a.json",
    content: chat({ ...user, name: 7 }),
    code: "not-a-chat",
    says: "name",
  },
  {
    name: "a wrong instant",
    file: "a.json",
    content: chat({ ...user, occurredAt: "soon" }),
    code: "not-a-chat",
    says: '"soon" as occurredAt',
  },
];

test.each(CASES)("$name is refused as $code", async ({ file, content, code, says }) => {
  await using folder = await temporaryFolder();
  const path = folder.file(file);
  if (content === undefined) await mkdir(path);
  else await writeFile(path, content);
  const error: unknown = await readPaths([path]).catch((reason: unknown) => reason);
  if (!(error instanceof DemoError)) throw new TypeError("expected a DemoError");
  expect(error.code).toBe(code);
  expect(error.message).toContain(JSON.stringify(path));
  expect(error.message).toContain(says);
});

test("messages keep what was said, who said it, and when", async () => {
  await using folder = await temporaryFolder();
  const path = folder.file("chat.json");
  const at = "2026-01-05T10:00:00.000Z";
  await writeFile(
    path,
    chat({ ...user, name: "Mei", occurredAt: at }, { role: "tool", content: "42" }),
  );
  const { documents } = await readPaths([path]);
  expect(documents[0]?.inputs).toMatchObject([
    { content: "Hello", origin: "user", occurredAt: new Date(at), speaker: "Mei" },
    { content: "42", origin: "tool", thread: path, speaker: "tool" },
  ]);
});

test("a byte order mark is no text, and a file of any other name is read as paragraphs", async () => {
  await using folder = await temporaryFolder();
  await writeFile(folder.file("notes.log"), "\uFEFFOne.\r\n\r\nTwo.\r\n");
  const { documents } = await readPaths([folder.file("notes.log")]);
  expect(documents[0]?.inputs.map(({ content }) => content)).toEqual(["One.", "Two."]);
});

test("hidden files and node_modules of a directory are passed over", async () => {
  await using folder = await temporaryFolder();
  for (const name of [".git", "node_modules", "notes"]) {
    await mkdir(folder.file(name));
    await writeFile(folder.file(`${name}/a.md`), "Text.");
  }
  const { documents } = await readPaths([folder.path]);
  expect(documents.map(({ source }) => source)).toEqual([folder.file("notes/a.md")]);
});
