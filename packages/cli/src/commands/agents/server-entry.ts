/** Entry of an MCP server that a client starts. */
export interface ServerEntry {
  /** Kind, where a client asks for it. */
  readonly type?: "stdio";
  /** Program. */
  readonly command: string;
  /** Its arguments. */
  readonly args: readonly string[];
}

/** Name of the entry in the files of clients. */
export const SERVER_NAME = "kioku";

/** Returns the entry. Windows starts no scripts such as `npx.cmd` without its shell. */
export function serverEntry(platform: NodeJS.Platform): ServerEntry {
  const args = ["-y", "kioku", "serve", "mcp"];
  return platform === "win32"
    ? { command: "cmd", args: ["/c", "npx", ...args] }
    : { command: "npx", args };
}

/** Tests if an entry starts our server, also with a path, flags or an environment of the user. */
export function isOurServer(entry: unknown): boolean {
  const { command, args } = (entry ?? {}) as Partial<Record<keyof ServerEntry, unknown>>;
  const line = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].join(" ");
  return /\bkioku\S* serve mcp\b/u.test(line);
}
