import type { Call } from "../command/call.js";
import { commandOf } from "../command/find-command.js";
import { GLOBAL_FLAGS } from "../command/flags.js";
import { COMMANDS } from "../table/commands.js";
import { commandHelp, overview } from "./help/help-lines.js";

/** Runs `help`. */
export async function run({ args: [name], print }: Call): Promise<void> {
  if (name === undefined) {
    const table = { commands: COMMANDS, flags: GLOBAL_FLAGS };
    return print.result(table, () => overview(COMMANDS, print));
  }
  const command = commandOf(COMMANDS, name);
  await print.result({ ...command, flags: { ...command.flags, ...GLOBAL_FLAGS } }, () =>
    commandHelp(command, print),
  );
}
