import type { Settings } from "../config/settings.js";
import type { Host } from "../host.js";
import type { Printer } from "../output/printer.js";
import type { OpenedMemory } from "../wire/create-opened-memory.js";
import type { FlagTable, FlagValues, GLOBAL_FLAGS } from "./flags.js";

/** One call of a command. */
export interface Call<F extends FlagTable = FlagTable> {
  /** Positional arguments, checked against the table. */
  readonly args: readonly string[];
  /** Own and global flags, checked. */
  readonly flags: FlagValues<F & typeof GLOBAL_FLAGS>;
  /** The process. */
  readonly host: Host;
  /** Output. */
  readonly print: Printer;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  /** Reads the configuration, once. */
  readonly settings: () => Promise<Settings>;
  /** Opens the memory of the configuration, once; it is closed after the command. */
  readonly open: () => Promise<OpenedMemory>;
}
