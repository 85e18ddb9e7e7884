import type { Command } from "../command/command.js";
import { BACKUP, RESTORE } from "./backup-commands.js";
import { CONSOLIDATE, SCOPES, STATS, DOCTOR, REINDEX } from "./care-commands.js";
import { FORGET, ERASE, SWEEP } from "./forget-commands.js";
import { IMPORT, EXPORT } from "./move-commands.js";
import { RECALL, ASK, LIST, SHOW, HISTORY, SURFACE, WHY, PORTRAIT } from "./recall-commands.js";
import { REMEMBER, UPDATE } from "./remember-commands.js";
import { INIT, CONFIG, SERVE, STUDIO, HOOK, COMPLETION, HELP } from "./set-up-commands.js";

/** All commands, in the order of help. */
export const COMMANDS: readonly Command[] = [
  REMEMBER,
  UPDATE,
  RECALL,
  ASK,
  LIST,
  SHOW,
  HISTORY,
  SURFACE,
  WHY,
  PORTRAIT,
  FORGET,
  ERASE,
  SWEEP,
  IMPORT,
  EXPORT,
  BACKUP,
  RESTORE,
  CONSOLIDATE,
  SCOPES,
  STATS,
  DOCTOR,
  REINDEX,
  INIT,
  CONFIG,
  SERVE,
  STUDIO,
  HOOK,
  COMPLETION,
  HELP,
];
