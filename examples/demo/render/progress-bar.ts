import type { Progress } from "../view.ts";
import { bar } from "./bar.ts";
import { shortenPath } from "./shorten-path.ts";
import { count } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";
import { padEnd, truncate } from "./text-width.ts";

/** The stream that progress is shown on. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const REDRAW_MS = 40;
const LINE_MS = 2_000;
const CELLS = 24;
/** Width of "conversation". */
const SCOPE_COLUMNS = 12;
const CLEAR_LINE = "\r\u001B[2K";

/**
 * Draws progress: one line that is redrawn on a terminal; elsewhere a line at the ends, and now and
 * then between.
 */
export function progressBar(
  stream: ProgressStream,
  terminal: Omit<Terminal, "write">,
): (progress: Progress) => void {
  let startedAt = 0;
  let drawnAt = 0;
  return ({ scope, done, total, source }) => {
    const now = performance.now();
    const isEnd = done === 0 || done === total;
    if (done === 0) startedAt = now;
    if (!isEnd && now - drawnAt < (stream.isTTY === true ? REDRAW_MS : LINE_MS)) return;
    drawnAt = now;
    const facts = describe({ done, total }, (now - startedAt) / 1_000);
    if (stream.isTTY !== true) {
      stream.write(`${scope}: ${facts}\n`);
      return;
    }
    const name = done === total || done === 0 ? "" : ` · ${shortenPath(source, terminal.cwd)}`;
    const text = truncate(`${facts}${name}`, terminal.width - CELLS - SCOPE_COLUMNS - 5);
    const drawn = bar(done / total, CELLS, terminal.palette);
    const end = done === total ? "\n" : "";
    stream.write(`${CLEAR_LINE}  ${padEnd(scope, SCOPE_COLUMNS)}  ${drawn} ${text}${end}`);
  };
}

function describe(progress: Pick<Progress, "done" | "total">, seconds: number): string {
  const { done, total } = progress;
  if (done === 0) return `remembering ${count(total)}`;
  const speed = count(Math.round(done / Math.max(seconds, 0.001)));
  return `${count(done)} of ${count(total)} · ${speed}/s · ${seconds.toFixed(1)} s`;
}
