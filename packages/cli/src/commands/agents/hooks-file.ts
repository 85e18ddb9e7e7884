import { type AgentFile, UnreadableFile } from "./agent-file.js";
import { addChild, isBare, memberOf, removeChild } from "./edit-json.js";
import { isFrame, parseObject } from "./json-object.js";
import type { JsonNode } from "./parse-json.js";

interface HooksFile {
  readonly path: string;
  /** Members of a new file beside. */
  readonly frame?: Readonly<Record<string, unknown>>;
  /** Hook to add to the list of each event. */
  readonly hooks: Readonly<Record<string, unknown>>;
}

/** Commands of ours, also those that a user has given a path or flags. */
const OURS = /\bkioku(?:\.cmd)?["']? hook session-(?:start|end)\b/u;

/** Returns a file with hooks in lists below `hooks`. Comments in it stay. */
export function hooksFile({ path, frame = {}, hooks }: HooksFile): AgentFile {
  const lists = Object.fromEntries(Object.entries(hooks).map(([event, hook]) => [event, [hook]]));
  const whole = `${JSON.stringify({ ...frame, hooks: lists }, undefined, 2)}\n`;
  return {
    path,
    lines: whole,
    add: (text) => {
      if (text === undefined || text.trim() === "") return whole;
      let changed = text;
      for (const [event, hook] of Object.entries(hooks)) changed = addHook(changed, event, hook);
      parseObject(changed);
      return changed;
    },
    remove: (text) => {
      let changed = text;
      for (const event of Object.keys(hooks)) changed = removeHooks(changed, event);
      parseObject(changed);
      return changed !== text && isFrame(changed, frame) ? undefined : changed;
    },
  };
}

function addHook(text: string, event: string, hook: unknown): string {
  const root = parseObject(text);
  const parent = memberOf(root, "hooks");
  if (parent === undefined) {
    return addChild(text, root, { name: "hooks", value: { [event]: [hook] } });
  }
  if (parent.kind !== "object") throw new UnreadableFile("its hooks are no object");
  const list = memberOf(parent, event);
  if (list === undefined) return addChild(text, parent, { name: event, value: [hook] });
  if (list.kind !== "array") throw new UnreadableFile(`its hooks of ${event} are no list`);
  return findOurs(text, list) === undefined ? addChild(text, list, { value: hook }) : text;
}

function removeHooks(text: string, event: string): string {
  let changed = text;
  for (;;) {
    const root = parseObject(changed);
    const list = memberOf(memberOf(root, "hooks"), event);
    const ours = list && findOurs(changed, list);
    if (ours === undefined) break;
    changed = removeChild(changed, ours.container, ours.index);
  }
  return changed === text ? text : removeBare(changed, event);
}

/** Removes the list and the object of hooks if nothing is left in them. */
function removeBare(text: string, event: string): string {
  const root = parseObject(text);
  const at = root.children.findLastIndex(({ name }) => name === "hooks");
  const parent = root.children[at];
  if (parent === undefined) return text;
  if (isBare(text, parent)) return removeChild(text, root, at);
  const index = parent.children.findLastIndex(({ name }) => name === event);
  const list = parent.children[index];
  if (list === undefined || !isBare(text, list)) return text;
  return removeBare(removeChild(text, parent, index), event);
}

interface Place {
  readonly container: JsonNode;
  readonly index: number;
}

/** Finds a hook of ours in a list, or in the list of a group; a group of its own is one whole. */
function findOurs(text: string, list: JsonNode): Place | undefined {
  for (const [index, node] of list.children.entries()) {
    if (isOurs(text, node)) return { container: list, index };
    const inner = memberOf(node, "hooks");
    const found = inner?.children.findIndex((child) => isOurs(text, child)) ?? -1;
    if (inner === undefined || found === -1) continue;
    return inner.children.length === 1
      ? { container: list, index }
      : { container: inner, index: found };
  }
  return undefined;
}

function isOurs(text: string, node: JsonNode): boolean {
  const command = memberOf(node, "command");
  return (
    command?.kind === "scalar" &&
    OURS.test(String(JSON.parse(text.slice(command.start, command.end))))
  );
}
