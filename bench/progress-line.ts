import type { WriteStream } from "node:tty";

/** A line that shows how far something is. */
export interface ProgressLine {
  /** Redraws at most ten times a second. */
  readonly show: (what: string, done: number, total: number) => void;
  readonly end: () => void;
}

const WIDTH = 30;
const REDRAW_MS = 100;

/** Draws on a terminal; says nothing anywhere else, so that logs stay short. */
export function progressLine(stream: WriteStream): ProgressLine {
  let drawnAt = -Infinity;
  return {
    show(what, done, total) {
      const now = performance.now();
      if (!stream.isTTY || (now - drawnAt < REDRAW_MS && done < total)) return;
      drawnAt = now;
      const filled = Math.round((WIDTH * done) / Math.max(total, 1));
      const bar = "█".repeat(filled).padEnd(WIDTH, "░");
      stream.write(`\r${what.padEnd(9)} ${bar} ${done}/${total}\u001B[K`);
    },
    end() {
      if (stream.isTTY) stream.write("\r\u001B[K");
    },
  };
}
