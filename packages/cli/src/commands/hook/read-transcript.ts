import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { createInterface } from "node:readline";

import { isObject, parseObject } from "./read-hook-input.js";

/** Words of the user or the assistant. */
export interface Turn {
  /** Unique in its session, and the same each time that the transcript is read. */
  readonly id: string;
  /** Who said it. */
  readonly origin: "user" | "assistant";
  /** Their words, as they saw them. */
  readonly text: string;
  /** When, if the transcript says so. */
  readonly at: Date | undefined;
}

/** Most bytes that are read, from the end. Nearly all of a transcript is output of tools. */
const MAX_BYTES = 33_554_432;
/** Most characters of a line, and of what is kept of a turn. */
const MAX_LINE = 1_048_576;
const MAX_TEXT = 4000;

/** Reads the turns of a transcript in JSON lines, the oldest first. */
export async function readTranscript(path: string, signal: AbortSignal): Promise<readonly Turn[]> {
  const stats = await stat(path);
  // To open a pipe would wait for its other end.
  if (!stats.isFile()) return [];
  const file = await open(path, "r");
  try {
    const start = Math.max(0, stats.size - MAX_BYTES);
    const stream = file.createReadStream({ start, autoClose: false, encoding: "utf8", signal });
    const turns: Turn[] = [];
    const counts = new Map<string, number>();
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      if (line.length > MAX_LINE) continue;
      const entry = parseObject(line);
      const turn = entry && toTurn(entry);
      if (!turn) continue;
      const count = (counts.get(turn.id) ?? 0) + 1;
      counts.set(turn.id, count);
      turns.push(count === 1 ? turn : { ...turn, id: `${turn.id}-${count}` });
    }
    return turns;
  } finally {
    await file.close();
  }
}

type Entry = Readonly<Record<string, unknown>>;

/**
 * Returns what a line says; nothing for tools, thoughts and what programs put in. Lines as they
 * were in November 2026:
 *
 * - Claude Code: `{type: "user", uuid, timestamp, message: {role, content}}`
 * - Codex: `{type: "response_item", timestamp, payload: {type: "message", role, content}}`
 * - Visual Studio Code: `{type: "user.message", id, timestamp, data: {content}}`
 * - Cursor: `{role, message: {content}}`
 */
function toTurn(entry: Entry): Turn | undefined {
  if (HIDDEN.some((name) => entry[name] === true)) return undefined;
  const { type } = entry;
  const inner = [entry["message"], entry["payload"], entry["data"]].find(isObject);
  if (inner === undefined || (type === "response_item" && inner["type"] !== "message")) {
    return undefined;
  }
  const role = [type, entry["role"], inner["role"]].map((one) => ROLES.get(one)).find(Boolean);
  const isKnown = type === undefined || type === "response_item" || ROLES.has(type);
  const text = role && isKnown ? spokenText(inner["content"]) : "";
  if (role === undefined || text === "") return undefined;
  const at = new Date(typeof entry["timestamp"] === "string" ? entry["timestamp"] : Number.NaN);
  const given = [entry["uuid"], entry["id"]].find((id) => typeof id === "string");
  return {
    id: typeof given === "string" ? given.slice(0, 100) : hashOf(role, text),
    origin: role,
    text,
    at: Number.isNaN(at.getTime()) ? undefined : at,
  };
}

const HIDDEN = ["isMeta", "isSidechain", "isCompactSummary", "isApiErrorMessage"];
const ROLES: ReadonlyMap<unknown, Turn["origin"]> = new Map([
  ["user", "user"],
  ["user.message", "user"],
  ["assistant", "assistant"],
  ["assistant.message", "assistant"],
]);
const SPOKEN: ReadonlySet<unknown> = new Set(["text", "input_text", "output_text"]);

function spokenText(content: unknown): string {
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : [content];
  const texts = parts.map((part) => {
    if (typeof part === "string") return withoutBlocks(part);
    if (!isObject(part) || !SPOKEN.has(part["type"])) return "";
    return typeof part["text"] === "string" ? withoutBlocks(part["text"]) : "";
  });
  const text = texts.filter((one) => one !== "").join("\n\n");
  if (text.startsWith("# AGENTS.md instructions")) return "";
  return text.slice(0, MAX_TEXT).toWellFormed().trim();
}

/** Takes out what agents put before what was said, such as reminders and output of commands. */
function withoutBlocks(text: string): string {
  let said = "";
  let rest = text.trim();
  for (;;) {
    const block = /^<(?<tag>[a-z]+(?:[_-][a-z]+)+|memories)(?: [^>]{0,500})?>/u.exec(rest);
    const tag = block?.groups?.["tag"] ?? "";
    const end = block === null ? -1 : rest.indexOf(`</${tag}>`);
    if (block === null || end === -1) return said + rest;
    if (tag === "user_query") said += rest.slice(block[0].length, end).trim();
    rest = rest.slice(end + tag.length + 3).trimStart();
  }
}

function hashOf(...texts: readonly string[]): string {
  return createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 32);
}
