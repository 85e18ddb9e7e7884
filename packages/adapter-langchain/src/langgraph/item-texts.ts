import type { JsonValue, RememberInput } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";

/** Most vectors of an item, as many as core compares. */
export const MAX_TEXTS = 32;

const BETWEEN = "\n\n";

/**
 * Joins the texts of an item for recall. Ends with one line break fewer than there are texts:
 * stores reuse vectors of equal content, so another number of texts must make other content.
 */
export function toContent(texts: readonly string[]): string {
  return texts.map((text) => text.trim()).join(BETWEEN) + "\n".repeat(texts.length - 1);
}

/** Returns the texts that get a vector each; the last one joins those beyond the limit. */
export function vectorTexts(texts: readonly string[]): readonly string[] {
  if (texts.length <= MAX_TEXTS) return texts;
  const own = texts.slice(0, MAX_TEXTS - 1);
  return [...own, texts.slice(MAX_TEXTS - 1).join(BETWEEN)];
}

/**
 * Returns a function that finds the texts of an item after plugins have seen it. If one redacted
 * the content but not the value, the content replaces every text.
 */
export function textsOf(paths: readonly Path[]): (input: RememberInput) => readonly string[] {
  return ({ content, value = null }) => {
    const texts = textsToIndex(value, paths);
    if (texts.length > 0 && toContent(texts) === content) return vectorTexts(texts);
    let end = content.length;
    while (content[end - 1] === "\n") end -= 1;
    const count = Math.min(MAX_TEXTS, 1 + content.length - end);
    return Array.from({ length: count }, () => content);
  };
}

/** Returns the distinct texts at paths of a value, converted to text as in LangGraph. */
export function textsToIndex(value: JsonValue, paths: readonly Path[]): readonly string[] {
  const texts = paths.flatMap((steps) => follow(value, steps).flatMap(toText));
  return [...new Set(texts)].filter((text) => text.trim() !== "");
}

function follow(value: JsonValue, [step, ...rest]: Path): readonly JsonValue[] {
  if (!step) return [value];
  return next(value, step).flatMap((found) => follow(found, rest));
}

function next(value: JsonValue, step: PathStep): readonly JsonValue[] {
  if (step.type === "each") return step.paths.flatMap((steps) => follow(value, steps));
  if (typeof value !== "object" || value === null) return [];
  if (isList(value)) return elements(value, step);
  if (step.type === "all") return Object.values(value).filter((member) => member !== undefined);
  const member =
    step.type === "member" && Object.hasOwn(value, step.name) ? value[step.name] : undefined;
  return member === undefined ? [] : [member];
}

function elements(list: readonly JsonValue[], step: PathStep): readonly JsonValue[] {
  if (step.type === "elements" || step.type === "all") return list;
  const element = step.type === "element" ? list.at(step.index) : undefined;
  return element === undefined ? [] : [element];
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function toText(value: JsonValue): readonly string[] {
  if (value === null) return [];
  return [typeof value === "object" ? JSON.stringify(value, null, 2) : String(value)];
}

/** Path into a value. */
export type Path = readonly PathStep[];

/** Step of a path into a value. */
type PathStep =
  /** Member of this name. */
  | { readonly type: "member"; readonly name: string }
  /** Element at this index; a negative one counts from the end. */
  | { readonly type: "element"; readonly index: number }
  /** All elements of a list. */
  | { readonly type: "elements" }
  /** All elements of a list or members of an object. */
  | { readonly type: "all" }
  /** Values at each of these paths. */
  | { readonly type: "each"; readonly paths: readonly Path[] };

const TOKEN = /\[(?<index>[^[\]]*)\]|\{(?<paths>[^{}]*)\}|(?<name>[^.[\]{}]+)|\./guy;
const ROOT = /^\$(?:\.|(?=\[|$))/u;

/**
 * Parses a path of LangGraph: `title`, `meta.title`, `chapters[*].text`, `authors[0]`, `tags[-1]`,
 * `*`, `{title,text}`, or `$` for the whole value.
 */
export function parsePath(path: string, name: string): Path {
  const text = path.replace(ROOT, "");
  const tokens = [...text.matchAll(TOKEN)];
  // Tokens end at the first syntax error.
  if (tokens.map(([token]) => token).join("") !== text) throw malformed(path, name);
  return tokens.flatMap(({ groups = {} }) => toStep(groups, path, name) ?? []);
}

function toStep(
  groups: Readonly<Record<string, string | undefined>>,
  path: string,
  name: string,
): PathStep | undefined {
  const { index, paths, name: member } = groups;
  if (index === "*") return { type: "elements" };
  if (index !== undefined) {
    if (!/^-?\d{1,15}$/u.test(index)) throw malformed(path, name);
    return { type: "element", index: Number(index) };
  }
  if (paths !== undefined) {
    const parts = paths.split(",").map((part) => part.trim());
    if (parts.includes("")) throw malformed(path, name);
    return { type: "each", paths: parts.map((part) => parsePath(part, name)) };
  }
  if (member === "*") return { type: "all" };
  return member === undefined ? undefined : { type: "member", name: member };
}

function malformed(path: string, name: string): Error {
  return invalidInput(name, "a path such as title, meta.title, chapters[*].text or $", path);
}
