/**
 * Owner of a memory: a path such as `["acme", "user-42"]`, set by trusted code, never by a model.
 * Paths are compared exactly, element by element, without any folding. The empty path is the root,
 * which does not contain its tenants unless a call says `reach: "below"`.
 */
export type Scope = readonly string[];

/** `here`: exactly this scope. `below`: also every scope whose path starts with its elements. */
export type Reach = "here" | "below";

const SPECIAL = /[~/]/u;

/**
 * Writes a scope as one string, `/acme/user-42`, to be compared by bytes; the root is empty. `~`
 * and `/` in elements become `~0` and `~1`, as in JSON Pointer (RFC 6901).
 */
export function scopeToPath(scope: Scope): string {
  let path = "";
  for (const element of scope) {
    path += `/${SPECIAL.test(element) ? escapeElement(element) : element}`;
  }
  return path;
}

/** Reads a path of `scopeToPath`. */
export function pathToScope(path: string): Scope {
  if (path === "") return [];
  const elements = path.slice(1).split("/");
  return path.includes("~") ? elements.map(unescapeElement) : elements;
}

function escapeElement(element: string): string {
  return element.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescapeElement(element: string): string {
  return element.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A range of paths for an ordered index. */
export interface PathRange {
  /** The first path in it. */
  readonly from: string;
  /** The first path after it. */
  readonly to: string;
}

/** Returns the range of the paths below a path, without the path itself. */
export function pathsBelow(path: string): PathRange {
  return { from: `${path}/`, to: `${path}0` };
}

/** Returns true if a scope is `ancestor` itself or lies below it, element by element. */
export function isWithin(scope: Scope, ancestor: Scope): boolean {
  return scope.length >= ancestor.length && ancestor.every((one, index) => one === scope[index]);
}
