import { type JsonNode, withoutComments } from "./parse-json.js";

/** Returns a text with a child more at the end of a container; all else stays byte for byte. */
export function addChild(
  text: string,
  container: JsonNode,
  child: { readonly name?: string; readonly value: unknown },
): string {
  const isInline =
    container.children.length > 0 && !text.slice(container.start, container.end).includes("\n");
  const { base, unit, eol } = layoutOf(text, container);
  const json = JSON.stringify(child.value, undefined, isInline ? undefined : unit);
  const value = json.replaceAll("\n", `${eol}${base}${unit}`);
  const written = child.name === undefined ? value : `${JSON.stringify(child.name)}: ${value}`;
  const last = container.children.at(-1);
  if (last === undefined) return addFirst(text, container, { written, base, unit, eol });
  const comma = commaAfter(text, last.end);
  // After the comma and comments of the last one.
  const end = startOfSpace(text, container.end - 1);
  const lead = isInline ? " " : `${eol}${base}${unit}`;
  if (comma !== undefined) return `${text.slice(0, end)}${lead}${written},${text.slice(end)}`;
  const { end: at } = last;
  return `${text.slice(0, at)},${text.slice(at, end)}${lead}${written}${text.slice(end)}`;
}

/** Returns a text without a child of a container, and without the space and comma it took. */
export function removeChild(text: string, container: JsonNode, index: number): string {
  const child = container.children[index];
  if (child === undefined) return text;
  const { end } = child;
  const start = startOfSpace(text, child.from);
  const own = commaAfter(text, end);
  const before = container.children[index - 1];
  if (own !== undefined) return cut(text, [start, end], [own, own + 1]);
  const rest = before && commaAfter(text, before.end);
  if (rest !== undefined) return cut(text, [rest, rest + 1], [start, end]);
  // It was the only one. What follows a comment must not become a part of it.
  const isEmpty = start === container.start + 1 && text.slice(end, container.end - 1).trim() === "";
  return cut(text, [start, isEmpty ? container.end - 1 : end]);
}

/** Tests if a container holds nothing, not even a comment. */
export function isBare(text: string, { kind, start, end, children }: JsonNode): boolean {
  const inside = text.slice(start + 1, end - 1);
  return kind !== "scalar" && children.length === 0 && inside.trim() === "";
}

/** Returns a member of an object by name; the last one counts. */
export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.children.findLast((child) => child.name === name);
}

interface Layout {
  readonly base: string;
  readonly unit: string;
  readonly eol: string;
}

/** Returns the indentation of the line of a container, and what children have more. */
function layoutOf(text: string, { start }: JsonNode): Layout {
  const line = text.slice(text.lastIndexOf("\n", start) + 1, start);
  const unit = /^(?<unit>[ \t]+)\S/mu.exec(text)?.groups?.["unit"] ?? "  ";
  return {
    base: /^[ \t]*/u.exec(line)?.[0] ?? "",
    unit,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

function addFirst(
  text: string,
  { start, end }: JsonNode,
  { written, base, unit, eol }: Layout & { readonly written: string },
): string {
  const inside = text.slice(start + 1, end - 1);
  const kept = inside.trimEnd();
  const after = kept === "" ? `${eol}${base}` : inside.slice(kept.length);
  const child = `${kept}${eol}${base}${unit}${written}${after}`;
  return `${text.slice(0, start + 1)}${child}${text.slice(end - 1)}`;
}

function commaAfter(text: string, end: number): number | undefined {
  const plain = withoutComments(text);
  const offset = end + plain.slice(end).search(/\S/u);
  return plain[offset] === "," ? offset : undefined;
}

function startOfSpace(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

function cut(text: string, ...ranges: readonly (readonly [from: number, to: number])[]): string {
  return ranges
    .toSorted(([a], [b]) => b - a)
    .reduce((rest, [from, to]) => rest.slice(0, from) + rest.slice(to), text);
}
