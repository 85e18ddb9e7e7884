import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { spawn } from "@lydell/node-pty";

/** Text of a line that was erased later, such as progress. */
const ERASED = /[^\n]*\r\p{Cc}\[2K/gu;

/** Parts of an output that differ from run to run, with replacements. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [
    /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/gu,
    "11111111-1111-4111-8111-111111111111",
  ],
  [/(?<=\d{8}T\d{6}Z-)[0-9a-f]{8}\b/gu, "00000000"],
  [/(?<=database(?:":"| ))[0-9a-f]{16}\b/gu, "0000000000000000"],
  // Sums of the last bits of floats may differ between processors.
  [/(?<=\d\.\d{6})\d+/gu, ""],
  [/(?<="storedBytes":)\d+/gu, "12000"],
  [/\bNode \d+\.\d+\.\d+/gu, "Node 24.0.0"],
  [/\bSQLite \d+\.\d+\.\d+/gu, "SQLite 3.0.0"],
  [/\b[\d.]+ (?:MB|GB|TB) free/gu, "10 GB free"],
  [/127\.0\.0\.1:\d+/gu, "127.0.0.1:40000"],
  [/(?<=Token: |#token=)[\w-]+/gu, "token"],
];

/** Runs lines in a pseudo-terminal of this width, and returns all that it showed. */
export async function runInTerminal(lines: readonly string[], columns: number): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "kioku-"));
  try {
    const list = join(home, "lines.json");
    writeFileSync(list, JSON.stringify(lines));
    const program = fileURLToPath(new URL("run-lines.ts", import.meta.url));
    const hooks = fileURLToPath(new URL("use-sources.mjs", import.meta.url));
    const args = ["--disable-warning=ExperimentalWarning", "--import", hooks, program, home, list];
    const terminal = spawn(process.execPath, args, {
      cols: columns,
      rows: 50,
      // Not this process's: colours differ with CI, NO_COLOR and others.
      env: { PATH: process.env["PATH"], TERM: "xterm-256color", LANG: "C.UTF-8", TZ: "UTC" },
    });
    let output = "";
    // Only for a line that asks something, or hangs.
    const watch = setTimeout(() => terminal.kill("SIGKILL"), 120_000);
    terminal.onData((data) => {
      output += data;
      watch.refresh();
    });
    const { promise, resolve } = Promise.withResolvers<number>();
    terminal.onExit(({ exitCode }) => resolve(exitCode));
    const code = await promise;
    clearTimeout(watch);
    if (code !== 0) throw new Error(`lines ended with ${code}:\n${output}`);
    const stayed = output.replaceAll("\r\n", "\n").replaceAll(ERASED, "");
    // As long as the real one, so that no line is broken elsewhere.
    const named = stayed.replaceAll(home, join(tmpdir(), "kioku-golden"));
    return VARYING.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), named);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
