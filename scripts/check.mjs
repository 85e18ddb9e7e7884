/**
 * `node scripts/check.mjs [--full] [STEP...]`: runs all checks but the tests, or only the named
 * ones, two at a time. Prints one line a step, and the output of steps that failed or are in
 * `shown`; goes on after a failure, and names all that failed. With `--full` the packages are tried
 * with every compiler and every way of resolving them.
 */
import { setup } from "./setup.mjs";
import { runTask, runTool } from "./tools.mjs";

const script = (name) => runTool("node", [`scripts/${name}.mjs`]);

/** Compiles all there is, what runs in browsers, and once more what needs an older AI SDK, too. */
async function types() {
  const projects = [
    "tsconfig.all.json",
    "packages/studio/src/app/tsconfig.json",
    "docs/.vitepress/theme/tsconfig.json",
    "packages/adapter-vercel-ai/tsconfig.ai-6.json",
  ];
  const results = [];
  // Several threads check the same types several times, and another step has the other core.
  for (const project of projects) {
    results.push(await runTool("tsc", ["-p", project, "--singleThreaded"]));
  }
  const output = results.map((one) => one.output).join("");
  return { ok: results.every(({ ok }) => ok), output };
}

const isFull = process.argv.includes("--full");

/** All steps, in the order in which they begin unless they have to wait. */
const steps = {
  build: () => runTask("build"),
  format: () => runTool("oxfmt", ["--list-different"]),
  sizes: () => script("check-sizes"),
  circles: () => script("check-circles"),
  state: () => script("check-state"),
  boundaries: () => runTool("turbo", ["boundaries", "--no-color"]),
  lint: () => runTool("oxlint", []),
  words: () => script("check-words"),
  smoke: () => runTool("node", ["packaging/smoke/main.ts", ...(isFull ? ["--full"] : [])]),
  unused: () => runTool("knip", ["--no-progress"]),
  api: () => script("check-api"),
  site: async () => {
    const built = await runTask("site");
    return built.ok && isFull ? runTool("node", ["docs/site/check.ts", "--full"]) : built;
  },
  types,
  package: () => runTask(isFull ? "package-full" : "package"),
  budgets: () => runTool("node", ["packaging/budgets/main.ts"]),
};

const hints = {
  format: "These files are not formatted; `npm run format` formats them.",
  lint: "`npm run lint:fix` mends some of this.",
  api: "Where reports of signatures differ, `npm run api` writes them; commit them with the sources.",
};

/** Steps whose output is worth reading when all is well. */
const shown = new Set(["budgets", "smoke"]);

/** Steps that say nothing new where another one failed, and wait for it. */
const needs = { package: "build", api: "build", budgets: "build", smoke: "build" };

/** Steps that wait for another one to end: both write `docs/api`; both read or write `dist`. */
const after = { site: "api", unused: "build" };

/** Steps that run beside two others, since they wait for the disk and the network mostly. */
const beside = new Set(["smoke"]);

const named = process.argv.slice(2).filter((one) => one !== "--full");
const unknown = named.filter((name) => !Object.hasOwn(steps, name));
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

const waiting = Object.keys(steps).filter((name) => named.length === 0 || named.includes(name));
/** The steps that run, by name. */
const running = new Map();

/** Tests whether a step may begin beside those that run. */
function mayBegin(name) {
  const busy = [...running.keys()].filter((one) => !beside.has(one)).length;
  if (busy >= 2 && !beside.has(name)) return false;
  return [needs[name], after[name]].every((one) => !waiting.includes(one) && !running.has(one));
}

while (waiting.length > 0 || running.size > 0) {
  const next = waiting.find(mayBegin);
  if (next === undefined) {
    await Promise.race(running.values());
    continue;
  }
  waiting.splice(waiting.indexOf(next), 1);
  running.set(
    next,
    run(next).finally(() => running.delete(next)),
  );
}

if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(", ")}\n`);
  process.exitCode = 1;
}
