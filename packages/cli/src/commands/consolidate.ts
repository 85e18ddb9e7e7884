import type { Mind, MindSweepReport, RunReport } from "@kioku/mind";

import type { Call } from "../command/call.js";
import { CliError, EXIT, usageError } from "../command/cli-error.js";
import { failureOf } from "../output/failure.js";
import { counted } from "../output/numbers.js";
import { shown } from "../output/shown.js";
import { wrap } from "../output/wrap.js";
import type { CONSOLIDATE_FLAGS } from "../table/care-commands.js";
import { reportLines } from "./consolidate/report-lines.js";

type ConsolidateCall = Call<typeof CONSOLIDATE_FLAGS>;

/** Runs `consolidate`. */
export async function run(call: ConsolidateCall): Promise<number> {
  const { flags } = call;
  const { undo, below, "dry-run": isDryRun, "if-due": ifDue, "max-tokens": maxTokens } = flags;
  if (undo !== undefined && (below || isDryRun || ifDue || maxTokens !== undefined)) {
    throw usageError("--undo takes no other flags");
  }
  if (below && (isDryRun || maxTokens !== undefined)) {
    throw usageError("--below takes neither --dry-run nor --max-tokens", "give one scope with -s");
  }
  const mind = await (await call.open()).mind();
  if (undo !== undefined) return undoRun(call, mind, undo);
  return below ? sweep(call, mind) : consolidate(call, mind);
}

async function undoRun(
  { print, signal }: ConsolidateCall,
  mind: Mind,
  id: string,
): Promise<number> {
  const undone = await mind.undo(id, { signal, actor: "cli" });
  if (undone === 0) {
    throw new CliError("not-found", "found no changes of this run to take back", {
      hint: "runs are of one scope; later ones may have built on it",
    });
  }
  await print.result({ undone }, () => [`Took back ${counted(undone, "change")}.`]);
  return EXIT.ok;
}

async function consolidate(call: ConsolidateCall, mind: Mind): Promise<number> {
  const { flags, print, signal } = call;
  const { "if-due": ifDue, "dry-run": dryRun, "max-tokens": maxTokens } = flags;
  const { waiting } = await mind.stats({ signal });
  const progress = print.progress("Consolidating");
  const report = await mind.consolidate({
    ifDue,
    dryRun,
    maxTokens,
    signal,
    onProgress: (done) => progress(done.turns, Math.max(waiting, done.turns)),
  });
  const { trigger, turns, changes, id, badAnswers } = report;
  if (turns === 0 && badAnswers > 0) {
    throw new CliError("model-failed", "model gave no answer of use", {
      exitCode: EXIT.tryAgain,
      hint: "run it again; after three failures the rules go on alone",
    });
  }
  await print.result(report, () =>
    trigger === "none" || turns === 0 ? [] : reportLines(report, print),
  );
  if (trigger === "none" && !ifDue) {
    await print.note("Another process is at it.");
    return EXIT.tryAgain;
  }
  if (trigger === "none") await print.note("Nothing is due.");
  else if (turns === 0) await print.note("Nothing new was said since the last run.");
  else if (!dryRun && changes.length > 0) {
    await print.note(print.style.faint(`Take it back: kioku consolidate --undo ${id}`));
  }
  return EXIT.ok;
}

async function sweep({ print, signal }: ConsolidateCall, mind: Mind): Promise<number> {
  const reports: RunReport[] = [];
  const progress = print.progress("Looking at scopes");
  const report = await mind.sweep({
    signal,
    onProgress: (done, one) => {
      progress(done);
      if (one.trigger !== "none") reports.push(one);
    },
  });
  const problems = report.failures.map(({ error }) => failureOf(error, signal));
  const failures = report.failures.map(({ scope }, at) => ({
    scope,
    error: problems[at]?.message,
  }));
  await print.result({ ...report, failures, runs: reports }, () =>
    sweepLines(report, reports, print),
  );
  for (const { scope, error } of failures) {
    await print.note(print.style.bad(`${nameOf(scope)} failed: ${shown(error ?? "")}`));
  }
  if (failures.length === 0) return EXIT.ok;
  const isPassing = problems.some(({ exitCode }) => exitCode === EXIT.tryAgain);
  return isPassing ? EXIT.tryAgain : EXIT.failed;
}

function sweepLines(
  { scopes, consolidated, reminders }: MindSweepReport,
  reports: readonly RunReport[],
  print: Call["print"],
): readonly string[] {
  const due = reminders === 0 ? "" : `, ${counted(reminders, "reminder")} came due`;
  const summary = `${counted(scopes, "scope")} looked at, ${consolidated} consolidated${due}`;
  return [
    ...wrap(summary, print.columns).map(print.style.strong),
    ...reports.flatMap((report) => {
      const heading = print.style.accent(nameOf(report.scope));
      return ["", heading, ...reportLines(report, print)];
    }),
  ];
}

function nameOf(scope: RunReport["scope"]): string {
  return scope.length === 0 ? "(root)" : shown(scope.join("/"));
}
