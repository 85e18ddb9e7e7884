/** Running the tools in node_modules/.bin, each on the Node that the `node` package ships. */
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";

import { root } from "./setup.mjs";

const binaries = join(root, "node_modules", ".bin");

const environment = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH ?? ""}`,
  NO_COLOR: "1",
  FORCE_COLOR: undefined,
  // Compilers in Go collect less often.
  GOGC: process.env.GOGC ?? "400",
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  // The tools report failures themselves; what npm adds to them is noise.
  npm_config_loglevel: "silent",
};

/** Runs a tool in the root; resolves with `ok` if it succeeded, and with all that it printed. */
export function runTool(name, args) {
  const child = spawn(join(binaries, name), args, {
    cwd: root,
    env: environment,
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on("error", ({ message }) => resolve({ ok: false, output: `${name}: ${message}\n` }));
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/** Returns what the tasks printed, without turbo's own lines unless there are no others. */
function taskOutput(output) {
  const lines = output.split("\n").filter((line) => /^@[^ #]+:/u.test(line));
  const useful = lines.filter((line) => !/: (?:cache (?:hit|miss|bypass).*)?$/u.test(line));
  return useful.length === 0 ? output : useful.join("\n");
}

/** Runs a turbo task in every workspace that has it; resolves with what failed tasks printed. */
export async function runTask(task) {
  const args = ["run", task, "--output-logs=errors-only", "--continue=dependencies-successful"];
  const { ok, output } = await runTool("turbo", args);
  return { ok, output: ok ? output : taskOutput(output) };
}
