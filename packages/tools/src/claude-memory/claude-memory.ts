import type { Memory, WriteOptions } from "@kioku/core";
import { checkMethods } from "@kioku/core/toolkit";

import { inTurn } from "../in-turn.js";
import { resolveClaudeMemoryOptions } from "./claude-memory-options.js";
import type { ClaudeMemoryOptions } from "./claude-memory-options.js";
import type {
  ClaudeMemory,
  ClaudeMemoryCall,
  ClaudeMemoryCommand,
  ClaudeMemoryHandler,
  ClaudeMemoryHandlers,
} from "./commands.js";
import { insertText, replaceText } from "./edits.js";
import { toFilePath } from "./file-path.js";
import { FileRecords } from "./file-records.js";
import { moveFiles } from "./move-files.js";
import { commandName, readCommand, signalOf } from "./read-command.js";
import type { CommandName } from "./read-command.js";
import { removeFiles } from "./remove-files.js";
import { toToolMistake } from "./tool-mistake.js";
import { viewPath } from "./view-path.js";
import { createFile, editFile } from "./write-file.js";

/** Carries out a command that was checked. */
type Work<Name extends CommandName> = (
  files: FileRecords,
  command: Extract<ClaudeMemoryCommand, { readonly command: Name }>,
  options: WriteOptions,
) => Promise<string>;

/** What each command does. */
const WORK: { readonly [Name in CommandName]: Work<Name> } = {
  view: (files, { path, view_range: range }, options) =>
    viewPath(files, { path: toFilePath(path), range }, options),
  create: (files, { path, file_text: text }, options) =>
    createFile(files, { path: toFilePath(path), text }, options),
  str_replace: (files, command, options) => {
    const path = toFilePath(command.path);
    return editFile(files, { path, edit: (text) => replaceText(text, command) }, options);
  },
  insert: (files, command, options) => {
    const path = toFilePath(command.path);
    return editFile(files, { path, edit: (text) => insertText(text, command) }, options);
  },
  delete: (files, { path }, options) => removeFiles(files, toFilePath(path), options),
  rename: (files, { old_path: from, new_path: to }, options) =>
    moveFiles(files, { from: toFilePath(from), to: toFilePath(to) }, options),
};

/**
 * Claude's memory tool (`memory_20250818`) on a memory: each file below `/memories` is a record of
 * this scope, whose key is the path and whose value and content are the text, so that files have
 * versions and history, are exported, and are recalled like everything else.
 *
 * It is the `execute` of the AI SDK and of LangChain, and the handlers that `betaMemoryTool` of
 * Anthropic's SDK takes. Answers and errors are worded as by Anthropic's reference backend for
 * files. They differ from it only so:
 *
 * - There are no empty directories: one is there as long as a file is in it. A directory is shown
 *   with the size `4K`.
 * - A path that leaves `/memories` is refused even if it comes back, and so is one that does not go
 *   on with `/` after it. Names hold no control characters, backslashes, disguised dots (`%2e%2e`,
 *   `‥`), nor what is invisible, but for joiners and variation selectors where they join or vary
 *   something. Paths that differ in Unicode form (NFC, NFD) are the same. A path has at most 512
 *   characters.
 * - A text of several lines can be replaced, which the reference never finds.
 * - NUL in a text becomes U+FFFD. A file has at most `maxFileBytes`, and a listing shows at most
 *   500 files and directories.
 * - Where the reference passes on an error of the file system, there are words.
 *
 * Commands at the same time lose nothing: those on one path take turns within a process, and a
 * change is done again on what another one wrote in between. The errors, whose messages are for the
 * model, are `MemoryError`s: `not-found`; `conflict` for what is there already, and, retryable,
 * where others are always faster; `untrusted` for files of others where the model is not trusted;
 * `invalid-input` for everything else that the model can mend; and those of the memory.
 * @throws `invalid-input` for an option that is unknown or cannot work.
 * @see https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/memory-tool
 */
export function claudeMemory(memory: Memory, options: ClaudeMemoryOptions = {}): ClaudeMemory {
  checkMethods(memory, "memory", ["list", "set", "update", "forget"]);
  const files = new FileRecords(memory, resolveClaudeMemoryOptions(options));
  const handlers: ClaudeMemoryHandlers = {
    view: handler(files, "view"),
    create: handler(files, "create"),
    str_replace: handler(files, "str_replace"),
    insert: handler(files, "insert"),
    delete: handler(files, "delete"),
    rename: handler(files, "rename"),
  };
  const execute = async (
    command: ClaudeMemoryCommand,
    call?: ClaudeMemoryCall,
  ): Promise<string> => {
    const name = commandName(command);
    return (handlers[name] as ClaudeMemoryHandler<ClaudeMemoryCommand>)(command, call);
  };
  return Object.assign(execute, handlers);
}

function handler<Name extends CommandName>(
  files: FileRecords,
  name: Name,
): ClaudeMemoryHandler<Extract<ClaudeMemoryCommand, { readonly command: Name }>> {
  return async (command, call) => {
    const signal = signalOf(call);
    signal?.throwIfAborted();
    const options = { signal, actor: "tool:memory", cause: name };
    try {
      const checked = readCommand(name, command);
      const work = (): Promise<string> => WORK[name](files, checked, options);
      if (checked.command === "view") return await work();
      const path = "path" in checked ? checked.path : checked.old_path;
      return await inTurn(files.memory, { thing: toFilePath(path).key, signal }, work);
    } catch (error) {
      throw toToolMistake(error);
    }
  };
}
