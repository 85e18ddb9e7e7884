import { expect, test } from "vitest";

import { COMMANDS } from "../../src/table/commands.js";
import { BROKEN_CONFIGURATION, DAMAGED_DATABASE, SESSION } from "./sessions.js";
import { splitLine } from "./split-line.js";
import { runInTerminal } from "./terminal.js";

/** Returns lines that ask for JSON. */
function asProgram(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/(?<=^(?:printf .* \| )?kioku) (?!-)/u, " --json "));
}

test.each([
  { name: "at-60", lines: SESSION, columns: 60 },
  { name: "at-120", lines: SESSION, columns: 120 },
  { name: "as-json", lines: asProgram(SESSION), columns: 120 },
  { name: "broken-configuration", lines: BROKEN_CONFIGURATION, columns: 80 },
  { name: "damaged-database", lines: DAMAGED_DATABASE, columns: 80 },
])("every command prints in a terminal what golden shows, $name", async (one) => {
  const shown = await runInTerminal(one.lines, one.columns);
  await expect(shown).toMatchFileSnapshot(`golden/${one.name}.txt`);
});

test("every command is in the session, also with arguments that it refuses", () => {
  const called = new Set(
    SESSION.map((line) => splitLine(line).args.find((word) => !word.startsWith("-"))),
  );
  const names = COMMANDS.map(({ name }) => name).filter((name) => name !== "version");
  expect(names.filter((name) => !called.has(name))).toEqual([]);
});
