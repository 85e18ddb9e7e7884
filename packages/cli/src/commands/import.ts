import { EXIT, usageError } from "../command/cli-error.js";
import { findRoots, importAll, type ImportCall, type LookOptions } from "./import/run-import.js";
import { showImport } from "./import/show-report.js";

/** Formats of talks. */
const TALK: ReadonlySet<string | undefined> = new Set([
  "chatgpt",
  "claude",
  "sharegpt",
  "ui-messages",
  "chat",
]);
const OWNERS: readonly string[] = ["user_id", "agent_id", "app_id", "run_id"];

/** Runs `import`. */
export async function run(call: ImportCall): Promise<number> {
  const { flags, print, signal } = call;
  checkFlags(call);
  const roots = await findRoots(call);
  const opened = await call.open();
  const progress = print.progress("Importing");
  const options: LookOptions = {
    mind: await opened.mind(),
    signal,
    format: flags.format === "auto" ? undefined : flags.format,
    scopeBy: flags["scope-by"],
    onConflict: flags["on-conflict"],
    trust: flags.trust,
    isDryRun: flags["dry-run"],
    prune: flags.prune,
    throws: !flags.watch,
    onSource: (done, total) => (total > 1 ? progress(done, total) : undefined),
    onProgress: progress,
  };
  if (flags.watch) {
    const [{ watchImport }, { waitedTimer }] = await Promise.all([
      import("./import/watch-import.js"),
      import("@kioku/core/toolkit"),
    ]);
    const { schedule = waitedTimer } = call.host;
    return watchImport(roots, { ...options, schedule }, print);
  }
  const report = await importAll(roots, options);
  const { isDryRun } = options;
  await print.result(report, () => showImport(report, { style: print.style, isDryRun }));
  const hasTalk = report.files.some(({ format, stored }) => stored > 0 && TALK.has(format));
  if (hasTalk && !print.isJson) {
    await print.note('run "kioku consolidate" to make facts of what was said');
  }
  return report.failed > 0 ? EXIT.failed : EXIT.ok;
}

function checkFlags({ args, flags }: ImportCall): void {
  const { watch, trust } = flags;
  if (watch && flags["dry-run"]) throw usageError("--watch and --dry-run exclude each other");
  if (watch && args.includes("-")) throw usageError("--watch needs files or folders, got -");
  const owner = flags["scope-by"].find((one) => !OWNERS.includes(one));
  if (owner !== undefined) {
    throw usageError(`--scope-by must be one of ${OWNERS.join(", ")}, got "${owner}"`);
  }
  if (trust !== undefined && trust > 1) throw usageError("--trust must be from 0 to 1");
}
