import type { Logger, Memory } from "@kioku/core";
import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkTexts,
} from "@kioku/core/toolkit";

/** Group of tools. */
export type ToolGroup = "default" | "mind" | "six" | "graph";

/** Options of an MCP server. */
export interface McpOptions {
  /**
   * The memory, a mind for instance. Its scope is that of all calls: no argument of a tool, a
   * resource or a prompt leaves it.
   */
  readonly memory: Memory;
  /** Names of tools, and of groups of tools. @defaultValue `["default"]` */
  readonly tools?: readonly string[] | undefined;
  /** Leave out tools that change memories. @defaultValue `false` */
  readonly readOnly?: boolean | undefined;
  /**
   * Highest trust of what clients write, 0 to 1: a server does not see what their model has read
   * beside. At 0.5 or less it cannot replace trusted memories. What repeats untrusted memories that
   * were shown gets at most 0.5.
   * @defaultValue 0.8
   */
  readonly trust?: number | undefined;
  /** @defaultValue `() => new Date()`; give the memory's own */
  readonly clock?: (() => Date) | undefined;
  /** @defaultValue silent */
  readonly logger?: Logger | undefined;
}

/** Options that servers of several memories share. */
export type ServerSettings = Omit<McpOptions, "memory">;

const MAX_TOOL_NAME = 64;

type Check = (value: unknown, name: string) => unknown;

const CHECKS: { readonly [Name in keyof ServerSettings]-?: Check } = {
  tools: (value, name) => checkTexts(value, name, MAX_TOOL_NAME),
  readOnly: checkBoolean,
  trust: (value, name) => checkNumber(value, name, { min: 0, max: 1 }),
  clock: checkFunction,
  logger: (value, name) => checkMethods(value, name, ["warn", "error"]),
};

/** Checks what servers share. @throws `invalid-input` naming the option. */
export function checkSettings(settings: ServerSettings): void {
  checkMembers(settings, "options", Object.keys(CHECKS));
  const given = settings as Readonly<Record<string, unknown>>;
  for (const [name, check] of Object.entries<Check>(CHECKS)) {
    if (given[name] !== undefined) check(given[name], `options.${name}`);
  }
}
