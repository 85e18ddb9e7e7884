import { type AgentFile, UnreadableFile } from "./agent-file.js";
import { addChild, isBare, memberOf, removeChild } from "./edit-json.js";
import { isFrame, parseObject } from "./json-object.js";
import { valueOf } from "./parse-json.js";
import { isOurServer, SERVER_NAME, type ServerEntry } from "./server-entry.js";

interface ServerFile {
  readonly path: string;
  /** Member that holds the servers by name. */
  readonly member: "mcpServers" | "servers";
  readonly entry: ServerEntry;
}

/** Returns a JSON file with the entry of the MCP server. One that is there already stays. */
export function serverFile({ path, member, entry }: ServerFile): AgentFile {
  const whole = `${JSON.stringify({ [member]: { [SERVER_NAME]: entry } }, undefined, 2)}\n`;
  return {
    path,
    lines: whole,
    add: (text) => {
      if (text === undefined || text.trim() === "") return whole;
      const root = parseObject(text);
      const servers = memberOf(root, member);
      if (servers === undefined) {
        return checked(addChild(text, root, { name: member, value: { [SERVER_NAME]: entry } }));
      }
      if (servers.kind !== "object") throw new UnreadableFile(`its ${member} is no object`);
      if (memberOf(servers, SERVER_NAME) !== undefined) return text;
      return checked(addChild(text, servers, { name: SERVER_NAME, value: entry }));
    },
    remove: (text) => {
      const changed = removeEntry(text, member);
      return changed !== text && isFrame(changed, {}) ? undefined : changed;
    },
  };
}

/** Removes the entry if it starts our server, and the object of servers if nothing is left. */
function removeEntry(text: string, member: string): string {
  const servers = memberOf(parseObject(text), member);
  const index = servers?.children.findLastIndex(({ name }) => name === SERVER_NAME) ?? -1;
  const entry = servers?.children[index];
  if (servers === undefined || entry === undefined) return text;
  if (!isOurServer(valueOf(text.slice(entry.start, entry.end)))) return text;
  const changed = checked(removeChild(text, servers, index));
  const root = parseObject(changed);
  const at = root.children.findLastIndex(({ name }) => name === member);
  const rest = root.children[at];
  return rest && isBare(changed, rest) ? checked(removeChild(changed, root, at)) : changed;
}

function checked(text: string): string {
  parseObject(text);
  return text;
}
