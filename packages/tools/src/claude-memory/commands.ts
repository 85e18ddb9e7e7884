/** Shows a file with line numbers, or what is in a directory. */
export interface ClaudeViewCommand {
  /** Tells commands apart. */
  readonly command: "view";
  /** A file or a directory. */
  readonly path: string;
  /**
   * First and last line to show, from 1; -1 as the last one is the end. Not for directories.
   * Absent: all lines.
   */
  readonly view_range?: readonly number[] | null | undefined;
}

/** Makes a new file. */
export interface ClaudeCreateCommand {
  /** Tells commands apart. */
  readonly command: "create";
  /** Where. There must be nothing yet. */
  readonly path: string;
  /** Its text, which may be empty. */
  readonly file_text: string;
}

/** Replaces a text that is there once. */
export interface ClaudeStrReplaceCommand {
  /** Tells commands apart. */
  readonly command: "str_replace";
  /** The file. */
  readonly path: string;
  /** What is replaced. */
  readonly old_str: string;
  /** What takes its place. */
  readonly new_str: string;
}

/** Inserts lines. */
export interface ClaudeInsertCommand {
  /** Tells commands apart. */
  readonly command: "insert";
  /** The file. */
  readonly path: string;
  /** After which line; 0 is the beginning. */
  readonly insert_line: number;
  /** The lines. A line feed at the end is left out, as each line has its own. */
  readonly insert_text: string;
}

/** Deletes a file, or a directory with all that is in it. */
export interface ClaudeDeleteCommand {
  /** Tells commands apart. */
  readonly command: "delete";
  /** The file or directory. */
  readonly path: string;
}

/** Moves a file or a directory. */
export interface ClaudeRenameCommand {
  /** Tells commands apart. */
  readonly command: "rename";
  /** Where it is. */
  readonly old_path: string;
  /** Where it goes. There must be nothing yet. */
  readonly new_path: string;
}

/** A command of the tool `memory_20250818`. */
export type ClaudeMemoryCommand =
  | ClaudeViewCommand
  | ClaudeCreateCommand
  | ClaudeStrReplaceCommand
  | ClaudeInsertCommand
  | ClaudeDeleteCommand
  | ClaudeRenameCommand;

/** What a host hands over beside a command; of all that it may be, only a signal is used. */
export interface ClaudeMemoryCall {
  /** Aborts the command, which then rejects with its reason. */
  readonly signal?: AbortSignal | null | undefined;
  /** The same, as the AI SDK names it. */
  readonly abortSignal?: AbortSignal | null | undefined;
}

/** Carries out one sort of command. */
export type ClaudeMemoryHandler<Command extends ClaudeMemoryCommand> = (
  command: Command,
  options?: ClaudeMemoryCall,
) => Promise<string>;

/** The handlers of all commands, by name: what `betaMemoryTool` of Anthropic's SDK takes. */
export interface ClaudeMemoryHandlers {
  /** Shows a file or a directory. */
  readonly view: ClaudeMemoryHandler<ClaudeViewCommand>;
  /** Makes a file. */
  readonly create: ClaudeMemoryHandler<ClaudeCreateCommand>;
  /** Replaces a text. */
  readonly str_replace: ClaudeMemoryHandler<ClaudeStrReplaceCommand>;
  /** Inserts lines. */
  readonly insert: ClaudeMemoryHandler<ClaudeInsertCommand>;
  /** Deletes a file or a directory. */
  readonly delete: ClaudeMemoryHandler<ClaudeDeleteCommand>;
  /** Moves a file or a directory. */
  readonly rename: ClaudeMemoryHandler<ClaudeRenameCommand>;
}

/**
 * Carries out any command: the `execute` of the AI SDK and of LangChain, with the handlers of each
 * command as its methods.
 */
export interface ClaudeMemory extends ClaudeMemoryHandlers {
  (command: ClaudeMemoryCommand, options?: ClaudeMemoryCall): Promise<string>;
}
