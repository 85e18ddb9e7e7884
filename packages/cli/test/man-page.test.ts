import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { manPage } from "../scripts/man-page.js";
import { COMMANDS } from "../src/table/commands.js";
import { isInstalled } from "./support/typed-lines.js";

const FILE = fileURLToPath(new URL("../man/kioku.1", import.meta.url));

// If not: KIOKU_WRITE_MAN=1 npx vitest run packages/cli/test/man-page.test.ts
it("keeps the manual page that the table of commands makes", () => {
  if (process.env["KIOKU_WRITE_MAN"] === "1") {
    mkdirSync(new URL("../man", import.meta.url), { recursive: true });
    writeFileSync(FILE, manPage());
  }
  expect(readFileSync(FILE, "utf8")).toBe(manPage());
});

it.skipIf(!isInstalled("groff"))("has a manual page that groff shows without a warning", () => {
  const options = ["-man", "-Tutf8", "-ww", "-Kutf8", "-P-cbou", FILE];
  const { stdout, stderr } = spawnSync("groff", options, { encoding: "utf8" });
  expect(stderr).toBe("");
  const shown = stdout.replaceAll(/\s+/gu, " ");
  for (const { summary } of COMMANDS) expect(shown).toContain(summary);
});
