/**
 * `node scripts/check.mjs [STEP...]`: all checks but the tests, or only the named ones. Prints one
 * line a step, and what a step printed where it failed or is listed in `shown`; goes on after a
 * failure, and names all that failed.
 */
import { setup } from "./setup.mjs";
import { runTask, runTool, startTool } from "./tools.mjs";

const script = (name) => runTool("node", [`scripts/${name}.mjs`]);

const steps = {
  format: () => runTool("oxfmt", ["--list-different"]),
  lint: () => runTool("oxlint", []),
  sizes: () => script("check-sizes"),
  circles: () => script("check-circles"),
  boundaries: () => runTool("turbo", ["boundaries", "--no-color"]),
  unused: () => runTool("knip", ["--no-progress"]),
  types: () => runTask("types"),
  build: () => runTask("build"),
  smoke: () => startTool("node", ["packaging/smoke/main.ts"]),
  package: () => runTask("package"),
  api: () => script("check-api"),
  site: () => runTask("site"),
  budgets: () => runTool("node", ["packaging/budgets/main.ts"]),
};

const hints = {
  format: "These files are not formatted; `npm run format` formats them.",
  lint: "`npm run lint:fix` mends some of this.",
  api: "Where reports of signatures differ, `npm run api` writes them; commit them with the sources.",
};

/** Steps whose output is worth reading when all is well. */
const shown = new Set(["budgets", "smoke"]);

/** Steps that say nothing new where another one failed. */
const needs = { package: "build", api: "build", budgets: "build", smoke: "build" };

const names = process.argv.slice(2).length === 0 ? Object.keys(steps) : process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  process.stderr.write(`No step ${unknown.join(", ")}. Steps: ${Object.keys(steps).join(", ")}\n`);
  process.exit(2);
}

setup();

const failed = [];

async function run(name) {
  if (failed.includes(needs[name])) {
    process.stdout.write(`not run ${name}: ${needs[name]} failed\n`);
    return;
  }
  const startedAt = performance.now();
  const { ok, output } = await steps[name]();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  process.stdout.write(`${ok ? "ok     " : "FAILED "} ${name.padEnd(10)} ${seconds} s\n`);
  if (ok && shown.has(name)) process.stdout.write(`${output.trimEnd()}\n`);
  if (ok) return;
  failed.push(name);
  process.stdout.write(`${output.trimEnd()}\n`);
  if (Object.hasOwn(hints, name)) process.stdout.write(`${hints[name]}\n`);
  process.stdout.write("\n");
}

/**
 * Ends when the smoke test has: it waits for the disk and the network much, and runs beside others.
 */
let smoke;
for (const name of names) {
  // What measures time runs alone.
  if (name === "budgets") await smoke;
  const done = run(name);
  if (name === "smoke") smoke = done;
  else await done;
}
await smoke;

if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(", ")}\n`);
  process.exitCode = 1;
}
