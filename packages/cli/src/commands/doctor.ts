import type { Call } from "../command/call.js";
import { EXIT } from "../command/cli-error.js";
import { definitions } from "../output/layout.js";
import { counted } from "../output/numbers.js";
import type { Screen } from "../output/printer.js";
import { shown } from "../output/shown.js";
import type { DOCTOR_FLAGS } from "../table/care-commands.js";
import type { Finding } from "./doctor/finding.js";
import { runChecks } from "./doctor/run-checks.js";

/** Runs `doctor`. */
export async function run(call: Call<typeof DOCTOR_FLAGS>): Promise<number> {
  const { flags, print } = call;
  const findings: Finding[] = [];
  const progress = print.progress("Checking");
  for await (const finding of runChecks(call, flags.deep)) {
    findings.push(finding);
    progress(findings.length);
  }
  const problems = findings.filter(({ state }) => state === "problem").length;
  const warnings = findings.filter(({ state }) => state === "warning").length;
  await print.result({ ok: problems === 0, problems, warnings, checks: findings }, () => [
    ...findings.flatMap((finding) => linesOf(finding, print)),
    "",
    `${counted(problems, "problem")}, ${counted(warnings, "warning")}`,
  ]);
  return problems === 0 ? EXIT.ok : EXIT.failed;
}

const MARKS = { ok: "✓", warning: "!", problem: "✗" } as const;

function linesOf(
  { check, state, message, advice }: Finding,
  { columns, style }: Screen,
): readonly string[] {
  const paint = { ok: style.good, warning: style.warning, problem: style.bad }[state];
  const text = advice === undefined ? message : `${message}\n→ ${advice}`;
  return definitions([[`${MARKS[state]} ${check.padEnd(13)}`, shown(text)]], {
    columns,
    indent: 0,
    style: paint,
  });
}
