import type { Call } from "../command/call.js";
import { usageError } from "../command/cli-error.js";
import { existsAlready, newConfig, writeConfig } from "../config/write-config.js";
import { exists } from "../files.js";
import { confirm } from "../output/confirm.js";
import { shown } from "../output/shown.js";
import type { INIT_FLAGS } from "../table/set-up-commands.js";
import { initAgent } from "./agents/init-agent.js";

/** Runs `init`. */
export async function run(call: Call<typeof INIT_FLAGS>): Promise<void> {
  const { flags, host, print } = call;
  if (flags.agent !== undefined) return initAgent(call, flags.agent);
  if (flags.remove) throw usageError("--remove needs --agent");
  const file = await newConfig(host, flags.user);
  const { path, content } = file;
  // Looked at first, so that nobody is asked in vain.
  if (await exists(path)) throw existsAlready(path);
  if (!flags["dry-run"]) {
    if (!flags.yes) {
      await print.note(shown(content));
      await confirm(`Write ${path}?`, host);
    }
    await writeConfig(host, file);
  }
  const written = !flags["dry-run"];
  await print.result({ path, written, content }, () =>
    written
      ? [shown(`${path} is written.`)]
      : [shown(`${path} would be:`), "", ...shown(content).trimEnd().split("\n")],
  );
}
