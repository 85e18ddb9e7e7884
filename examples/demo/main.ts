import { fileURLToPath } from "node:url";

import { parseArguments, userDirectory } from "./arguments.ts";
import type { DemoOptions } from "./arguments.ts";
import { DemoError, toErrorReport } from "./demo-error.ts";
import { HELP } from "./help.ts";
import { paletteFor } from "./render/palette.ts";
import { progressBar } from "./render/progress-bar.ts";
import { progressOnlyView, terminalView } from "./render/terminal-view.ts";
import { oneLine, usableWidth } from "./render/terminal.ts";
import { runDemo } from "./run-demo.ts";
import type { View } from "./view.ts";

const { argv, env, stdout, stderr } = process;
const root = fileURLToPath(new URL("../..", import.meta.url));
const cwd = userDirectory(env, process.cwd());

const INTERRUPTED = "stopped; what was remembered so far is kept, run it again to go on";

/**
 * Runs the demo and returns the exit code: 0, 1 for what went wrong, 2 for wrong options, 130 after
 * Ctrl-C.
 */
async function main(args: readonly string[]): Promise<number> {
  const interruption = new AbortController();
  process.on("SIGINT", () => interruption.abort(new DemoError("interrupted", INTERRUPTED)));
  try {
    const options = parseArguments(args, { cwd, root });
    if (options.help) stdout.write(HELP);
    else await run(options, interruption.signal);
    return 0;
  } catch (error) {
    return fail(error, args.includes("--json"));
  }
}

async function run(options: DemoOptions, signal: AbortSignal): Promise<void> {
  const report = await runDemo({ options, root, view: viewFor(options), signal });
  if (options.json) stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
}

function viewFor({ json }: DemoOptions): View {
  const aside = { width: usableWidth(stderr.columns), palette: paletteFor(stderr, env), cwd };
  const progress = progressBar(stderr, aside);
  if (json) return progressOnlyView(progress);
  const write = (line = ""): void => {
    stdout.write(`${line}\n`);
  };
  const palette = paletteFor(stdout, env);
  return terminalView({ width: usableWidth(stdout.columns), palette, cwd, write }, progress);
}

/** One line on stderr, and with `--json` the same as JSON on stdout. */
function fail(error: unknown, json: boolean): number {
  const report = toErrorReport(error);
  if (!report) throw error;
  if (json) stdout.write(`${JSON.stringify({ error: report }, undefined, 2)}\n`);
  const { bad } = paletteFor(stderr, env);
  // The progress bar stands there, unfinished.
  if (report.code === "interrupted" && stderr.isTTY) stderr.write("\n");
  stderr.write(`${bad(`error ${report.code}:`)} ${oneLine(report.message)}\n`);
  if (report.code === "interrupted") return 130;
  return report.code === "usage" ? 2 : 1;
}

// Ends quietly if the reader stops early, as `head` does.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await main(argv.slice(2));
