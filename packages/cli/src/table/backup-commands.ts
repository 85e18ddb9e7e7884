import type { Command } from "../command/command.js";
import type { FlagTable } from "../command/flags.js";

/** Flags of `backup`. */
export const BACKUP_FLAGS = {
  to: {
    type: "string",
    placeholder: "folder|s3://…",
    summary: "Where backups are",
    default: "backup.target",
    completes: "folder",
  },
  list: { type: "boolean", short: "l", summary: "List the backups" },
  verify: { type: "boolean", summary: "Read a backup again and check it; without its id, all" },
  tombstones: { type: "boolean", summary: "Send only the list of what was erased" },
  keep: {
    type: "string",
    placeholder: "7d,4w,12m",
    summary: "Remove older backups once the new one is verified; the two newest always stay",
    default: "backup.keep; all",
  },
  adopt: {
    type: "boolean",
    summary: "Go on with the backups of a place whose database is this one, restored or moved",
  },
  every: { type: "duration", summary: "Go on, and back up at this interval" },
  "dry-run": { type: "boolean", summary: "Only show what would be done" },
} as const satisfies FlagTable;
/** Flags of `restore`. */
export const RESTORE_FLAGS = {
  from: {
    type: "string",
    placeholder: "folder|s3://…",
    summary: "Where backups are",
    default: "backup.target",
    completes: "folder",
  },
  to: {
    type: "string",
    placeholder: "path|url",
    summary: "Database to make; it must not exist",
    default: "database",
    completes: "file",
  },
  "erased-from": {
    type: "string",
    placeholder: "path|url",
    summary: "Another database whose erasures are repeated",
    completes: "file",
  },
  continue: {
    type: "boolean",
    summary: "Go on with a restore into PostgreSQL that was interrupted",
  },
  "dry-run": { type: "boolean", summary: "Only show what would be restored, and erased again" },
} as const satisfies FlagTable;

/** The command `backup`. */
export const BACKUP: Command = {
  name: "backup",
  group: "Back up",
  summary: "Back the memories up to a folder or an S3 store",
  args: [
    { name: "backup", summary: "With --verify: its id, or the beginning of it", required: false },
  ],
  flags: BACKUP_FLAGS,
  examples: [
    {
      line: "backup --to backups --keep 7d,4w,12m",
      summary: "Makes a verified backup and removes old ones",
    },
    { line: "backup --to backups --list", summary: "Lists the backups" },
  ],
};
/** The command `restore`. */
export const RESTORE: Command = {
  name: "restore",
  group: "Back up",
  summary: "Restore a backup into a new database",
  args: [{ name: "backup", summary: "Its id, the beginning of it, or a date", required: false }],
  flags: RESTORE_FLAGS,
  examples: [
    { line: "restore --from backups --to restored.db", summary: "Restores the newest backup" },
  ],
};
