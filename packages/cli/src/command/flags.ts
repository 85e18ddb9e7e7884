/** A flag of a command. Its type decides how its text is read and what help shows. */
export interface Flag {
  /** `list` may be repeated; `duration` reads `90s 15m 1h 7d`, in milliseconds. */
  readonly type:
    | "boolean"
    | "string"
    | "list"
    | "integer"
    | "number"
    | "date"
    | "duration"
    | "choice";
  /** One letter, such as `n`. */
  readonly short?: string;
  /** One line for help, without a full stop. */
  readonly summary: string;
  /** Name of the value in help. @defaultValue by the type */
  readonly placeholder?: string;
  /** Values of a `choice`. */
  readonly choices?: readonly string[];
  /** Default in words for help; the handler applies it. */
  readonly default?: string;
  /** Completion of the value in shells. @defaultValue none */
  readonly completes?: "file" | "folder";
}

/** Flags by their names, such as `dry-run`. */
export type FlagTable = Readonly<Record<string, Flag>>;

interface ValueOfType {
  readonly boolean: boolean;
  readonly string: string | undefined;
  readonly list: readonly string[];
  readonly integer: number | undefined;
  readonly number: number | undefined;
  readonly date: Date | undefined;
  readonly duration: number | undefined;
}

/** Values of the flags of a table. */
export type FlagValues<F extends FlagTable> = {
  readonly [Name in keyof F]: F[Name] extends {
    readonly type: "choice";
    readonly choices: readonly (infer C)[];
  }
    ? C | undefined
    : F[Name]["type"] extends keyof ValueOfType
      ? ValueOfType[F[Name]["type"]]
      : never;
};

/** Flags of every command. */
export const GLOBAL_FLAGS = {
  database: {
    type: "string",
    short: "d",
    placeholder: "path|url",
    summary: "Database: a file, or the URL of a PostgreSQL server",
    completes: "file",
  },
  scope: {
    type: "string",
    short: "s",
    placeholder: "a/b",
    summary: "Scope of the memories, elements separated by slashes",
  },
  config: {
    type: "string",
    placeholder: "file",
    summary: "Configuration file instead of those that are found",
    completes: "file",
  },
  json: { type: "boolean", summary: "Print JSON for programs" },
  color: {
    type: "choice",
    choices: ["auto", "always", "never"],
    summary: "Colours",
    default: "auto: on a terminal, unless NO_COLOR is set",
  },
  quiet: { type: "boolean", short: "q", summary: "Print no progress and no hints" },
  help: { type: "boolean", short: "h", summary: "Show help" },
  version: { type: "boolean", short: "V", summary: "Show the version" },
} as const satisfies FlagTable;
