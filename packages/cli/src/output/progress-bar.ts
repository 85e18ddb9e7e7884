import type { HostOutput } from "../host.js";
import { count, duration } from "./numbers.js";
import type { Progress } from "./printer.js";
import { bar } from "./sparkline.js";
import { pad, truncate } from "./width.js";

const INTERVAL_MS = 100;
/** Milliseconds of work before a rate says something. */
const RATE_AFTER_MS = 1000;
const BAR_COLUMNS = 20;
const ERASE_LINE = "\r\u001B[2K";

/** A bar that other output can take off the terminal for a while. */
export interface ProgressBar {
  /** Draws it. */
  readonly update: Progress;
  /** Takes the bar off the terminal; the next update draws it again. */
  readonly clear: () => void;
}

/** Creates a bar on a terminal, with the rate and the time that is left. */
export function createProgressBar(
  output: HostOutput,
  clock: () => Date,
  label: string,
): ProgressBar {
  let start: { readonly at: number; readonly done: number } | undefined;
  let drawnAt = -Infinity;
  let isDrawn = false;
  const clear = (): void => {
    if (isDrawn) output.write(ERASE_LINE, () => undefined);
    isDrawn = false;
    drawnAt = -Infinity;
  };
  return {
    clear,
    update: (done, total) => {
      const at = clock().getTime();
      start ??= { at, done };
      if (at - drawnAt < INTERVAL_MS) return;
      drawnAt = at;
      isDrawn = true;
      const line = [
        label,
        ...howFar(done, total),
        ...howFast({ done: done - start.done, left: total && total - done, ms: at - start.at }),
      ].join("  ");
      // The last column stays free: some terminals would go to the next line.
      const text = truncate(line, Math.max(20, output.columns ?? 80) - 1);
      output.write(`${ERASE_LINE}${text}`, () => undefined);
    },
  };
}

function howFar(done: number, total: number | undefined): readonly string[] {
  if (total === undefined || total <= 0) return done === 0 ? [] : [count(done)];
  const share = Math.min(1, done / total);
  return [
    `${pad(bar(share, BAR_COLUMNS), BAR_COLUMNS)} ${String(Math.floor(share * 100)).padStart(3)}%`,
    `${count(done)} of ${count(total)}`,
  ];
}

interface Pace {
  readonly done: number;
  readonly left: number | undefined;
  readonly ms: number;
}

function howFast({ done, left, ms }: Pace): readonly string[] {
  if (ms < RATE_AFTER_MS || done <= 0) return [];
  const perSecond = (done * 1000) / ms;
  const rate = `${perSecond < 10 ? perSecond.toFixed(1) : count(perSecond)}/s`;
  if (left === undefined || left <= 0) return [rate];
  const leftMs = Math.ceil(left / perSecond) * 1000;
  return [rate, `${leftMs < 10_000 ? `${leftMs / 1000} s` : duration(leftMs)} left`];
}
