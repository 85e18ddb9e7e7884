/**
 * `node scripts/run.mjs FILE [ARGUMENT...]`: installs and builds what is out of date, then runs
 * FILE on the Node that the `node` package ships. FILE is as seen from the current folder, or else
 * from the root. Arguments, standard streams and the exit code pass through untouched; installing
 * and building print to stderr only.
 */
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { constants } from "node:os";
import { resolve } from "node:path";

import { nodeBinary, root, setup } from "./setup.mjs";
import { runTask } from "./tools.mjs";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write("Usage: node scripts/run.mjs FILE [ARGUMENT...]\n");
  process.exit(2);
}

// First, since the file may be one that it installs.
setup();

const candidates = [resolve(file), resolve(root, file)];
const path = candidates.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
if (path === undefined) {
  const places = [...new Set(candidates)].join(", nor ");
  process.stderr.write(`There is no file ${places}\nExamples are in examples/NAME/main.ts\n`);
  process.exit(2);
}

const build = await runTask("build");
if (!build.ok) {
  process.stderr.write(`${build.output}\nThe build failed.\n`);
  process.exit(1);
}

const child = spawn(nodeBinary, [path, ...args], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  process.stderr.write(`Cannot start ${nodeBinary}: ${error.message}\n`);
  process.exitCode = 1;
});
child.on("exit", (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
