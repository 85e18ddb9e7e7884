import { parse, type TomlTable } from "smol-toml";

import { type AgentFile, UnreadableFile } from "./agent-file.js";
import { blockFile } from "./block-file.js";
import { SERVER_NAME, type ServerEntry } from "./server-entry.js";

const MEMBER = "mcp_servers";

/** Returns a TOML file with the entry of the MCP server. One that is there already stays. */
export function serverBlock(path: string, { command, args }: ServerEntry): AgentFile {
  const list = args.map((value) => JSON.stringify(value)).join(", ");
  const table = `[${MEMBER}.${SERVER_NAME}]`;
  const block = blockFile({
    path,
    text: `${table}\ncommand = ${JSON.stringify(command)}\nargs = [${list}]`,
    marks: { begin: "# kioku:begin", end: "# kioku:end" },
  });
  return {
    path,
    lines: block.lines,
    add: (text = "") => {
      const before = parseTable(text);
      if (serversOf(before)[SERVER_NAME] !== undefined) return text;
      const after = block.add(text);
      const servers = { ...serversOf(before), [SERVER_NAME]: { command, args } };
      requireSame(parseTable(after), { ...before, [MEMBER]: servers });
      return after;
    },
    remove: (text) => {
      const rest = block.remove(text);
      if (rest === undefined || rest === text) return rest;
      const before = parseTable(text);
      const { [SERVER_NAME]: _, ...servers } = serversOf(before);
      requireSame(parseTable(rest), { ...before, [MEMBER]: servers });
      return rest;
    },
  };
}

function parseTable(text: string): TomlTable {
  try {
    return parse(text.replace(/^\uFEFF/u, ""));
  } catch (error) {
    throw new UnreadableFile("it is no TOML", { cause: error });
  }
}

function serversOf(table: TomlTable): Readonly<Record<string, unknown>> {
  return (table[MEMBER] ?? {}) as Readonly<Record<string, unknown>>;
}

/** Refuses a change after which anything but our entry would read otherwise. */
function requireSame(after: TomlTable, expected: Readonly<Record<string, unknown>>): void {
  const [got, wanted] = [after, expected].map((table) => {
    const { [MEMBER]: servers = {}, ...rest } = table;
    return JSON.stringify([rest, servers]);
  });
  if (got === wanted) return;
  throw new UnreadableFile("other settings stand between the marks of ours, or depend on it");
}
