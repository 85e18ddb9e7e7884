/** A value in a JSON text with comments, and where it stands. */
export interface JsonNode {
  /** Kind; only containers have children. */
  readonly kind: "object" | "array" | "scalar";
  /** Name of a member. */
  readonly name: string | undefined;
  /** Offset of the name of a member, or of the value. */
  readonly from: number;
  /** Offset of the first character of the value. */
  readonly start: number;
  /** Offset after its last one. */
  end: number;
  /** Members or items, in order. */
  readonly children: JsonNode[];
}

const COMMENT = /("(?:[^"\\]|\\.)*")|\uFEFF|\/\/[^\n]*|\/\*[^]*?\*\//gu;
const LAST_COMMA = /("(?:[^"\\]|\\.)*")|(?<=["\w\]}]\s*),(?=\s*[\]}])/gu;
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,]+/gu;

/** Returns JSON of the same length with spaces for its comments. */
export function withoutComments(text: string): string {
  return text.replaceAll(COMMENT, (found, string?: string) => string ?? " ".repeat(found.length));
}

/** Returns the value of JSON, in which comments and commas after the last one may stand. */
export function valueOf(text: string): unknown {
  return JSON.parse(
    withoutComments(text).replaceAll(LAST_COMMA, (_, string?: string) => string ?? " "),
  );
}

/** Returns where the values of a JSON text stand; `undefined` if it is none. */
export function parseJson(text: string): JsonNode | undefined {
  try {
    valueOf(text);
  } catch {
    return undefined;
  }
  const top: JsonNode = { kind: "array", name: undefined, from: 0, start: 0, end: 0, children: [] };
  const open = [top];
  let member: { readonly name?: string; readonly from?: number } = {};
  for (const { 0: token, index: start } of withoutComments(text).matchAll(TOKEN)) {
    const siblings = open.at(-1)?.children ?? [];
    const end = start + token.length;
    if (token === "}" || token === "]") (open.pop() ?? top).end = end;
    else if (token === ":") {
      const [name] = siblings.splice(-1);
      if (name === undefined) continue;
      const { start: from } = name;
      member = { name: String(JSON.parse(text.slice(from, name.end))), from };
    } else if (token !== ",") {
      const kind = token === "{" ? "object" : token === "[" ? "array" : "scalar";
      const { name, from = start } = member;
      const node: JsonNode = { kind, name, from, start, end, children: [] };
      siblings.push(node);
      if (kind !== "scalar") open.push(node);
      member = {};
    }
  }
  return top.children[0];
}
