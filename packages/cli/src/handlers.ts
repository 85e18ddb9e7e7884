import type { Call } from "./command/call.js";
import type { FlagTable } from "./command/flags.js";

type Load = () => Promise<{ readonly run: (call: Call) => Promise<number | void> }>;

/** Handlers of all commands, by name; each is loaded only when its command is called. */
export const HANDLERS: Readonly<Record<string, Load>> = {
  remember: handler(() => import("./commands/remember.js")),
  update: handler(() => import("./commands/update.js")),
  recall: handler(() => import("./commands/recall.js")),
  ask: handler(() => import("./commands/ask.js")),
  list: handler(() => import("./commands/list.js")),
  show: handler(() => import("./commands/show.js")),
  history: handler(() => import("./commands/history.js")),
  surface: handler(() => import("./commands/surface.js")),
  why: handler(() => import("./commands/why.js")),
  portrait: handler(() => import("./commands/portrait.js")),
  forget: handler(() => import("./commands/forget.js")),
  erase: handler(() => import("./commands/erase.js")),
  sweep: handler(() => import("./commands/sweep.js")),
  import: handler(() => import("./commands/import.js")),
  export: handler(() => import("./commands/export.js")),
  backup: handler(() => import("./commands/backup.js")),
  restore: handler(() => import("./commands/restore.js")),
  consolidate: handler(() => import("./commands/consolidate.js")),
  scopes: handler(() => import("./commands/scopes.js")),
  stats: handler(() => import("./commands/stats.js")),
  doctor: handler(() => import("./commands/doctor.js")),
  reindex: handler(() => import("./commands/reindex.js")),
  init: handler(() => import("./commands/init.js")),
  config: handler(() => import("./commands/config.js")),
  serve: handler(() => import("./commands/serve.js")),
  studio: handler(() => import("./commands/studio.js")),
  hook: handler(() => import("./commands/hook.js")),
  completion: handler(() => import("./commands/completion.js")),
  help: handler(() => import("./commands/help.js")),
  version: handler(() => import("./commands/version.js")),
};

function handler<F extends FlagTable>(
  load: () => Promise<{ readonly run: (call: Call<F>) => Promise<number | void> }>,
): Load {
  // The flags of a call were read by the table of its own command.
  return load as unknown as Load;
}
