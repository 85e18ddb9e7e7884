import { expect, it } from "vitest";

import { commandHelp, overview } from "../../../src/commands/help/help-lines.js";
import { styleOf } from "../../../src/output/style.js";
import { displayWidth } from "../../../src/output/width.js";
import { COMMANDS } from "../../../src/table/commands.js";

it("fits help of all commands into every width that its longest flag has", () => {
  for (let columns = 50; columns <= 200; columns += 5) {
    const screen = { columns, style: styleOf(columns % 2 === 0) };
    const lines = [
      ...overview(COMMANDS, screen),
      ...COMMANDS.flatMap((one) => commandHelp(one, screen)),
    ];
    for (const line of lines)
      expect(displayWidth(line)).toBeLessThanOrEqual(Math.min(columns, 100));
  }
});

it("names each command once, in its group, with short lines without full stops", () => {
  const lines = overview(COMMANDS, { columns: 100, style: styleOf(false) });
  for (const { name, summary } of COMMANDS) {
    expect(lines.filter((line) => line.trimStart().startsWith(`${name} `))).toHaveLength(1);
    expect(summary).toMatch(/^[A-Z].*[^.]$/u);
  }
});

it("shows arguments, values, choices and defaults of a command", () => {
  const recall = COMMANDS.find(({ name }) => name === "recall");
  if (recall === undefined) throw new Error("no recall");
  const help = commandHelp(recall, { columns: 100, style: styleOf(false) }).join("\n");
  expect(help).toContain("kioku recall [flags] <query>...");
  expect(help).toContain("-n, --limit <number>");
  expect(help).toContain("(may be repeated)");
  expect(help).toContain("--color <auto|always|never>");
});
