import type { Memory } from "@kioku/core";
import { checkMethods } from "@kioku/core/toolkit";

import { runInTurn } from "../run-in-turn.js";
import { resolveClaudeMemoryOptions } from "./claude-memory-options.js";
import type { ClaudeMemoryOptions, ClaudeMemorySettings } from "./claude-memory-options.js";
import { toCommandError } from "./command-error.js";
import { commandName, readCommand, signalOf } from "./commands.js";
import type {
  ClaudeCommandOf,
  ClaudeMemory,
  ClaudeMemoryCommand,
  ClaudeMemoryHandler,
  ClaudeMemoryHandlers,
  CommandName,
} from "./commands.js";
import { insertText, replaceText } from "./edits.js";
import { toFilePath } from "./file-path.js";
import { FileRecords } from "./file-records.js";
import { moveFiles } from "./move-files.js";
import { viewPath } from "./view-path.js";
import { createFile, editFile, removeFiles } from "./write-files.js";

/** Runs a checked command. */
type Run<Name extends CommandName> = (
  files: FileRecords,
  command: ClaudeCommandOf<Name>,
) => Promise<string>;

const COMMANDS: { readonly [Name in CommandName]: Run<Name> } = {
  view: (files, { path, view_range: range }) => viewPath(files, toFilePath(path), range),
  create: (files, { path, file_text: text }) => createFile(files, toFilePath(path), text),
  str_replace: (files, command) =>
    editFile(files, toFilePath(command.path), (text) => replaceText(text, command)),
  insert: (files, command) =>
    editFile(files, toFilePath(command.path), (text) => insertText(text, command)),
  delete: (files, { path }) => removeFiles(files, toFilePath(path)),
  rename: (files, { old_path: from, new_path: to }) =>
    moveFiles(files, { from: toFilePath(from), to: toFilePath(to) }),
};

/**
 * Returns Claude's memory tool (`memory_20250818`) on a memory. Each file below `/memories` is a
 * record of this scope, with the path as key and the text as value and content. Files have versions
 * and history, and are exported and recalled like all records.
 *
 * The result is the `execute` of the AI SDK and of LangChain, and has the handlers that
 * `betaMemoryTool` of Anthropic's SDK takes. Answers and errors are worded as by Anthropic's
 * reference backend for files, except:
 *
 * - A directory exists as long as a file is in it, and is shown with the size `4K`.
 * - A path that leaves `/memories` is refused even if it comes back. Names hold no control
 *   characters, backslashes, disguised dots (`%2e%2e`, `‥`) or invisible characters, except joiners
 *   and variation selectors of words and emoji. Paths are compared in NFC and have at most 512
 *   characters.
 * - `str_replace` also replaces texts of several lines.
 * - NUL in a text becomes U+FFFD. A file has at most `maxFileBytes`, a listing at most 500 lines.
 * - Errors of the file system have words of their own.
 *
 * Concurrent commands lose nothing: those on one path run in turn within a process, and a change is
 * repeated on a text that others wrote in between. Errors are `MemoryError`s with messages for the
 * model: `not-found`; `conflict` for a taken path and, retryable, where others are always faster;
 * `untrusted` for files of others; `invalid-input`; and those of the memory.
 * @throws `invalid-input` for an unknown or unusable option.
 * @see https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/memory-tool
 */
export function claudeMemory(memory: Memory, options: ClaudeMemoryOptions = {}): ClaudeMemory {
  checkMethods(memory, "memory", ["list", "set", "update", "forget"]);
  const settings = resolveClaudeMemoryOptions(options);
  const handlers: ClaudeMemoryHandlers = {
    view: handler("view", memory, settings),
    create: handler("create", memory, settings),
    str_replace: handler("str_replace", memory, settings),
    insert: handler("insert", memory, settings),
    delete: handler("delete", memory, settings),
    rename: handler("rename", memory, settings),
  };
  const execute: ClaudeMemoryHandler<ClaudeMemoryCommand> = async (command, call) => {
    const name = commandName(command);
    return (handlers[name] as ClaudeMemoryHandler<ClaudeMemoryCommand>)(command, call);
  };
  return Object.assign(execute, handlers);
}

function handler<Name extends CommandName>(
  name: Name,
  memory: Memory,
  settings: ClaudeMemorySettings,
): ClaudeMemoryHandler<ClaudeCommandOf<Name>> {
  return async (command, call) => {
    const signal = signalOf(call);
    signal?.throwIfAborted();
    const files = new FileRecords(memory, settings, { signal, actor: "tool:memory", cause: name });
    try {
      const checked = readCommand(name, command);
      const run = (): Promise<string> => COMMANDS[name](files, checked);
      if (checked.command === "view") return await run();
      const path = "path" in checked ? checked.path : checked.old_path;
      return await runInTurn(memory, { name: toFilePath(path).key, signal }, run);
    } catch (error) {
      throw toCommandError(error);
    }
  };
}
