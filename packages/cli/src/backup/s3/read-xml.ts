/** An element of a small XML document. */
export interface XmlElement {
  readonly name: string;
  /** Text directly in it. */
  text: string;
  readonly children: XmlElement[];
}

const MAX_DEPTH = 16;
/** A page of 1,000 keys of the longest kind takes 2 million. */
const MAX_LENGTH = 2 ** 23;
const NAME = /^[A-Za-z_][\w.:-]*$/u;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * Reads the elements and texts of an answer of S3; attributes are passed over. Takes time in
 * proportion to its length. Returns `undefined` for what is not well-formed, and for documents with
 * a DTD, comments or CDATA, which no server sends.
 */
export function readXml(source: string): XmlElement | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  const top: XmlElement = { name: "", text: "", children: [] };
  const open = [top];
  let at = source.startsWith("\uFEFF") ? 1 : 0;
  while (at < source.length) {
    const current = open.at(-1);
    const start = source.indexOf("<", at);
    const text = decoded(source.slice(at, start === -1 ? undefined : start));
    if (current === undefined || text === undefined) return undefined;
    current.text += text;
    if (start === -1) break;
    const end = source.indexOf(">", start);
    if (end === -1) return undefined;
    if (!readTag(source.slice(start + 1, end), open)) return undefined;
    at = end + 1;
  }
  const [root, ...more] = top.children;
  return open.length === 1 && more.length === 0 && top.text.trim() === "" ? root : undefined;
}

/** Returns the text of the first child of a name. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return element?.children.find((child) => child.name === name)?.text;
}

/** Opens or closes an element; returns false if it cannot be there. */
function readTag(tag: string, open: XmlElement[]): boolean {
  if (tag.startsWith("?")) return open.length === 1;
  if (tag.startsWith("/")) return open.length > 1 && open.pop()?.name === tag.slice(1).trim();
  const name = tag.split(/[\s/]/u, 1)[0] ?? "";
  if (!NAME.test(name) || open.length > MAX_DEPTH) return false;
  const element: XmlElement = { name, text: "", children: [] };
  open.at(-1)?.children.push(element);
  if (!tag.endsWith("/")) open.push(element);
  return true;
}

function decoded(text: string): string | undefined {
  if (!text.includes("&")) return text;
  const [first = "", ...rest] = text.split("&");
  let result = first;
  for (const part of rest) {
    const end = part.indexOf(";");
    const character = end === -1 ? undefined : entity(part.slice(0, end));
    if (character === undefined) return undefined;
    result += character + part.slice(end + 1);
  }
  return result;
}

function entity(name: string): string | undefined {
  if (Object.hasOwn(ENTITIES, name)) return ENTITIES[name];
  const { hex, decimal } =
    /^#(?:x(?<hex>[\da-f]{1,6})|(?<decimal>\d{1,7}))$/iu.exec(name)?.groups ?? {};
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}
