import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import type { CliReport } from "../cli/measure.ts";
import { runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../cli/main.ts", import.meta.url));

test("calls of the command line are timed beside an empty program, and saved", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kioku-bench-cli-"));
  try {
    const file = join(folder, "cli.json");
    const args = ["--count=20", "--runs=1", "--json", `--save=${file}`];
    const { code, stdout, stderr } = await runMain(MAIN, args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as CliReport;
    expect(Object.keys(report.medianMs)).toEqual(["node", "help", "recall"]);
    for (const ms of Object.values(report.leastMs)) expect(ms).toBeGreaterThan(0);
    const saved: unknown = JSON.parse(await readFile(file, "utf8"));
    expect(saved).toMatchObject({ versions: { node: process.version }, ...report });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
