import * as fc from "fast-check";

import type { ClaudeMemoryCommand } from "../../src/index.js";

const NAMES = ["a", "b", "a.txt", "a-b", "A", "notes.md", "é", "日本", "😀", "ﾟ", "x y", "x%20y"];
const HIDDEN = [".hidden", "node_modules", "...", ".a"];
/** Paths that both refuse, or that are the root. */
const ODD_PATHS = [
  "/memories",
  "/memories/",
  "/memories/.",
  "/memories/a/..",
  "/memories/../secrets",
  "/memories/a/../../..",
  "/etc/passwd",
  "memories/a",
  "",
  "..",
  "/",
];
/** Where most commands meet. */
const FAMILIAR = [
  "/memories/a",
  "/memories/b",
  "/memories/notes.md",
  "/memories/b/a",
  "/memories/x",
];
const LINES = ["", "a", "aa a", "line", "é 日本 😀", "  indented", "$& $1 $$", "\ttab", "a\r", "`"];

const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.constantFrom(...HIDDEN) },
);
/** Between two names, and at the end: spellings that mean the same. */
const separator = fc.oneof(
  { weight: 9, arbitrary: fc.constant("/") },
  { weight: 1, arbitrary: fc.constantFrom("//", "/./", "/x/../") },
);
const trailing = fc.oneof(
  { weight: 9, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.constantFrom("/", "/.", "/b/..") },
);
const plainPath = fc
  .tuple(fc.array(fc.tuple(separator, name), { minLength: 1, maxLength: 4 }), trailing)
  .map(([parts, end]) => `/memories${parts.flat().join("")}${end}`);
const path = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...FAMILIAR) },
  { weight: 8, arbitrary: plainPath },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_PATHS) },
);

const line = fc.constantFrom(...LINES, "\uD800 alone", "\uFEFFmark");
const text = fc.oneof(
  { weight: 1, arbitrary: fc.constant("") },
  {
    weight: 4,
    arbitrary: fc.array(line, { maxLength: 8, size: "max" }).map((lines) => lines.join("\n")),
  },
);
const lineNumber = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -3, max: 9 }) },
  { weight: 1, arbitrary: fc.constantFrom(1.5, 1e9, -0) },
);
const range = fc.oneof(
  fc.constant(undefined),
  fc.tuple(lineNumber, lineNumber),
  fc.constantFrom([], [2], [1, 2, 3], [1, -1], [2, 4], [2, -1], [3, 2]),
);

/** Commands of every sort, on few names, so that they meet. The text to replace is of one line. */
export const claudeCommand: fc.Arbitrary<ClaudeMemoryCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      command: fc.constant("create" as const),
      path,
      file_text: text,
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(path, range)
      .map(([one, lines]): ClaudeMemoryCommand =>
        lines ? { command: "view", path: one, view_range: lines } : { command: "view", path: one },
      ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      command: fc.constant("str_replace" as const),
      path,
      old_str: fc.constantFrom(
        "a",
        "line",
        "",
        "é",
        "$&",
        "nowhere",
        "aa",
        "indented",
        "tab",
        "日本",
        "\uD800",
        "`",
        "\r",
      ),
      new_str: text,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      command: fc.constant("insert" as const),
      path,
      insert_line: lineNumber,
      insert_text: fc.tuple(text, fc.constantFrom("", "\n", "\n\n")).map((parts) => parts.join("")),
    }),
  },
  { weight: 2, arbitrary: fc.record({ command: fc.constant("delete" as const), path }) },
  {
    weight: 3,
    arbitrary: fc.record({
      command: fc.constant("rename" as const),
      old_path: path,
      new_path: path,
    }),
  },
);
