import type { FlagTable } from "./flags.js";

/** A positional argument. */
export interface Argument {
  /** Name in help. */
  readonly name: string;
  /** One line for help. */
  readonly summary: string;
  /** @defaultValue `true` */
  readonly required?: boolean;
  /** True if it takes all that follow; only of the last one. @defaultValue `false` */
  readonly variadic?: boolean;
  /** Values that it can have; others are refused. */
  readonly choices?: readonly string[];
  /** Completion in shells. @defaultValue none */
  readonly completes?: "file" | "folder" | "command";
}

/** A line that shows the use of a command. Tests run it. */
interface Example {
  readonly line: string;
  readonly summary: string;
}

/** A command, from which help, completion, parsing, the manual and the tests are made. */
export interface Command {
  /** Name on the command line. */
  readonly name: string;
  /** Other names. */
  readonly aliases?: readonly string[];
  /** Group in help. */
  readonly group: CommandGroup;
  /** One line for help, without a full stop, opening with a verb. */
  readonly summary: string;
  /** Paragraphs for its own help and the manual. */
  readonly description?: readonly string[];
  /** Positional arguments, in order. */
  readonly args?: readonly Argument[];
  /** Its own flags, beside the global ones. */
  readonly flags?: FlagTable;
  /** True if it may begin a new database in a place that was named. @defaultValue `false` */
  readonly begins?: boolean;
  /** Lines that show its use, at least one. */
  readonly examples: readonly Example[];
}

/** Headings of help, in order. */
export const COMMAND_GROUPS = [
  "Remember",
  "Recall",
  "Forget",
  "Move",
  "Back up",
  "Look after",
  "Set up",
] as const;

type CommandGroup = (typeof COMMAND_GROUPS)[number];
