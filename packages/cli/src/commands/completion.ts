import type { Call } from "../command/call.js";
import { COMMANDS } from "../table/commands.js";
import { bashCompletion } from "./completion/bash-completion.js";
import { fishCompletion } from "./completion/fish-completion.js";
import { zshCompletion } from "./completion/zsh-completion.js";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** Runs `completion`. */
export async function run({ args, print }: Call): Promise<void> {
  const shell = args[0] as keyof typeof SCRIPTS;
  await print.raw(SCRIPTS[shell](COMMANDS));
}
