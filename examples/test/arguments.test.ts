import { join, resolve } from "node:path";

import { expect, test } from "vitest";

import { parseArguments, userDirectory } from "../demo/arguments.ts";

const cwd = resolve("/somewhere");
const root = resolve("/repository");

test("without arguments, the demo's own database is used", () => {
  expect(parseArguments([], { cwd, root })).toEqual({
    paths: [],
    questions: [],
    database: join(root, ".kioku", "demo.db"),
    fresh: false,
    json: false,
    help: false,
  });
});

test("paths are relative to where the user is, and questions can be repeated", () => {
  const args = ["a.md", "--ask", "One?", "--db", "x.db", "--ask=Two?", "--json"];
  expect(parseArguments(args, { cwd, root })).toMatchObject({
    paths: [join(cwd, "a.md")],
    questions: ["One?", "Two?"],
    database: join(cwd, "x.db"),
    json: true,
  });
});

test.each([
  ["--bogus"],
  ["--ask"],
  ["--ask", " "],
  ["--db"],
  ["--db", ""],
  ["--json=yes"],
  [""],
  ["--fresh", "--ask", "Who?"],
])("wrong usage is refused: %j %j %j", (...args) => {
  expect(() => parseArguments(args, { cwd, root })).toThrow(
    expect.objectContaining({
      code: "usage",
      message: expect.stringContaining("--help") as string,
    }),
  );
});

test("npm says where the user is; another program's variables do not", () => {
  const noted = { INIT_CWD: cwd };
  expect(userDirectory({ ...noted, npm_lifecycle_event: "demo" }, root)).toBe(cwd);
  expect(userDirectory({ ...noted, npm_lifecycle_event: "test" }, root)).toBe(root);
  expect(userDirectory({}, root)).toBe(root);
});
