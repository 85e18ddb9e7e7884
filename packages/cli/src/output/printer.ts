import type { Style } from "./style.js";

/** Output of a command: data to stdout, everything else to stderr. */
export interface Printer {
  /** True for `--json`. */
  readonly isJson: boolean;
  /** Columns that texts are wrapped to: those of the terminal, 80 if there is none. */
  readonly columns: number;
  /** Colours, which do nothing without a terminal. */
  readonly style: Style;
  /**
   * Prints the result of a command: `value` as one JSON object for programs, the lines that `show`
   * returns for people. Texts of memories in lines have to pass `shown` before.
   */
  readonly result: (value: unknown, show: () => readonly string[]) => Promise<void>;
  /** Prints an item of a long list: a JSON line, or lines for people. */
  readonly item: (value: unknown, show: () => readonly string[]) => Promise<void>;
  /** Prints text to stdout as it is, such as an export or a script. */
  readonly raw: (text: string) => Promise<void>;
  /** Prints a line to stderr; nothing with `--quiet`. */
  readonly note: (line: string) => Promise<void>;
  /** Shows the progress of long work on a terminal, until a result or another one follows. */
  readonly progress: (label: string) => Progress;
  /** Takes the progress off the terminal. */
  readonly clear: () => void;
}

/** Terminal that lines are made for. */
export type Screen = Pick<Printer, "columns" | "style">;

/** Shows how far long work is: a bar, without `total` only the number. */
export type Progress = (done: number, total?: number) => void;
