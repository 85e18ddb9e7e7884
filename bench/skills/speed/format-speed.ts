import type { EmitRate, Start } from "./child.ts";
import type { SpeedReport } from "./measure-speed.ts";

/** The report as text for people. */
export function formatSpeed(report: SpeedReport): string {
  const { quick, skills, examples, processes, matchCalls, match, coldStart, warmStart } = report;
  const { events, textEvents } = report;
  const lines = [
    ...(quick ? ["Quick run: it shows that everything works, its figures mean nothing."] : []),
    `${skills} skills with ${examples} examples each; medians of ${processes} fresh processes`,
    `  match: p50 ${match.p50Ms} ms, p95 ${match.p95Ms} ms, ${match.cpuMs} ms of processor time; ${match.woke} of ${matchCalls} texts woke something`,
    formatStart("start on an empty SQLite file", coldStart),
    formatStart("start with the vectors in it", warmStart),
    "Events that one skill hears by name",
    formatEmit(`no triggers, ${events} events`, report.emit),
    formatEmit(
      `${skills} skills with triggers beside it, ${textEvents} events`,
      report.emitWithTriggers,
    ),
    ...Object.entries(report.bars).map(
      ([bar, isReached]) => `  ${isReached ? "ok  " : "MISS"} ${bar}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function formatStart(
  name: string,
  { startMs, startCpuMs, firstMatchMs, residentMiB }: Start,
): string {
  return `  ${name}: ${startMs} ms (${startCpuMs} ms of processor time), first match ${firstMatchMs} ms, ${residentMiB} MiB`;
}

function formatEmit(name: string, { oneByOneUs, perSecond, calls }: EmitRate): string {
  return `  ${name}: ${oneByOneUs} µs each one by one, ${perSecond}/s at 100 at once; ${calls} calls of skills`;
}
