import { invalidInput } from "@kioku/core/toolkit";

/** One step of a path into a value. */
export type PathStep =
  /** The member of this name. */
  | { readonly type: "member"; readonly name: string }
  /** The element at this place; a negative one counts from the end. */
  | { readonly type: "element"; readonly place: number }
  /** Every element of a list. */
  | { readonly type: "elements" }
  /** Every element of a list, and every member of an object. */
  | { readonly type: "all" }
  /** What each of these paths leads to. */
  | { readonly type: "each"; readonly paths: readonly (readonly PathStep[])[] };

const TOKEN = /\[(?<place>[^[\]]*)\]|\{(?<paths>[^{}]*)\}|(?<name>[^.[\]{}]+)|\./guy;
const ROOT = /^\$(?:\.|(?=\[|$))/u;

/**
 * The steps of a path as LangGraph writes them: `title`, `meta.title`, `chapters[*].text`,
 * `authors[0]`, `tags[-1]`, `*`, `{title,text}`; `$` is the whole value.
 * @throws `invalid-input` for brackets and braces that do not match, and for what is between them
 *   but is no place and no path.
 */
export function parsePath(path: string, name: string): readonly PathStep[] {
  const text = path.replace(ROOT, "");
  const tokens = [...text.matchAll(TOKEN)];
  // The tokens are those from the start as far as they go.
  if (tokens.map(([token]) => token).join("") !== text) throw malformed(path, name);
  return tokens.flatMap(({ groups = {} }) => toStep(groups, path, name) ?? []);
}

function toStep(
  groups: Readonly<Record<string, string | undefined>>,
  path: string,
  name: string,
): PathStep | undefined {
  const { place, paths, name: member } = groups;
  if (place === "*") return { type: "elements" };
  if (place !== undefined) {
    if (!/^-?\d{1,15}$/u.test(place)) throw malformed(path, name);
    return { type: "element", place: Number(place) };
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
