import type { Call } from "./command/call.js";
import { EXIT } from "./command/cli-error.js";
import type { Command } from "./command/command.js";
import { findCommand } from "./command/find-command.js";
import { parseCall, type ParsedCall } from "./command/parse.js";
import { HANDLERS } from "./handlers.js";
import type { Host } from "./host.js";
import { createPrinter } from "./output/create-printer.js";
import type { Printer } from "./output/printer.js";
import { reportFailures } from "./output/report-failures.js";
import { COMMANDS } from "./table/commands.js";
import type { OpenedMemory } from "./wire/create-opened-memory.js";

/** Runs one call of `kioku`, and returns its exit code. Never throws. */
export async function main(argv: readonly string[], host: Host): Promise<number> {
  const errors: unknown[] = [];
  let opened: Promise<OpenedMemory> | undefined;
  let print: Printer | undefined;
  let exitCode: number = EXIT.ok;
  let isHook = false;
  try {
    const { command, rest } = findCommand(COMMANDS, argv);
    isHook = command.name === "hook";
    const parsed = parseCall(command, rest, host.clock());
    const { name, args } = calledFor(command.name, parsed.args, parsed.flags);
    const settings = once(async () => {
      const { loadSettings } = await import("./config/load-settings.js");
      return loadSettings(host, parsed.flags);
    });
    print = createPrinter(host, {
      isJson: parsed.flags["json"] === true,
      isQuiet: parsed.flags["quiet"] === true,
      color: parsed.flags["color"] as Call["flags"]["color"],
    });
    const call: Call = {
      args,
      flags: parsed.flags as Call["flags"],
      host,
      print,
      signal: host.signal,
      settings,
      open: async () => (opened ??= openMemory({ command, parsed, settings, host })),
    };
    const { run } = await loadHandler(name);
    host.signal.throwIfAborted();
    exitCode = (await run(call)) ?? EXIT.ok;
  } catch (error) {
    errors.push(error);
  }
  print?.clear();
  await opened
    ?.then(async (memory) => memory.close())
    .catch((error: unknown) => errors.push(error));
  if (errors.length === 0) return isHook ? EXIT.ok : exitCode;
  // Opening may have failed both the command and closing.
  const failed = await reportFailures([...new Set(errors)], { host, isJson: asksForJson(argv) });
  // An agent takes 2 for "stop".
  return isHook ? EXIT.ok : failed;
}

/** Returns the command that a call is for: `help` of it, for `--help`. */
function calledFor(
  name: string,
  args: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly args: readonly string[] } {
  if (flags["version"] === true) return { name: "version", args: [] };
  if (flags["help"] !== true) return { name, args };
  return { name: "help", args: name === "help" ? args : [name] };
}

async function loadHandler(name: string): ReturnType<(typeof HANDLERS)[string]> {
  const load = HANDLERS[name];
  if (load === undefined) throw new TypeError(`command ${name} has no handler`);
  return load();
}

async function openMemory({
  command,
  parsed,
  settings,
  host,
}: Pick<Call, "settings" | "host"> & {
  readonly command: Command;
  readonly parsed: ParsedCall;
}): Promise<OpenedMemory> {
  // Both at once: reading files of the configuration leaves the processor free.
  const [{ createOpenedMemory }, { isMissing, requireDatabase }, resolved] = await Promise.all([
    import("./wire/create-opened-memory.js"),
    import("./wire/require-database.js"),
    settings(),
  ]);
  if (command.begins !== true) requireDatabase(resolved, host);
  // A dry run makes no file.
  const isKept = parsed.flags["dry-run"] !== true || !isMissing(resolved);
  return createOpenedMemory(isKept ? resolved : { ...resolved, database: ":memory:" }, host);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return async () => (made ??= make());
}

/** Returns true if a program called, even if the rest of its arguments cannot be read. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? argv.length : end).includes("--json");
}
