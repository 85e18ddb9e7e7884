import { changedCursor, isCursorText } from "../contracts/paging.js";
import type { Selection } from "../contracts/search.js";
import { decodeCursor } from "../internal/cursor.js";
import { compareText } from "../model/compare-text.js";
import { pathsBelow, scopeToPath, type PathRange } from "../model/scope.js";

/** One scope, perhaps with all below it. */
export interface ScopeRange {
  /** `scopeToPath` of the scope. */
  readonly path: string;
  /** True if the scopes below belong to it. */
  readonly below: boolean;
}

/** Returns the disjoint ranges of a selection. */
export function rangesOf(selection: Pick<Selection, "within" | "reach">): readonly ScopeRange[] {
  const { within, reach } = selection;
  const paths = [...new Set(within.map((scope) => scopeToPath(scope)))];
  if (reach !== "below") return paths.map((path) => ({ path, below: false }));
  const areas = paths.map((path) => ({ path, below: true }));
  return areas.filter((one) => !areas.some((other) => other !== one && isInRange(one.path, other)));
}

/** Returns true if a range contains a scope. */
export function isInRange(path: string, area: ScopeRange): boolean {
  if (path === area.path) return true;
  // Elements have no bare slash, so this prefix means below.
  return area.below && path.startsWith(pathsBelow(area.path).from);
}

/** Writes a range as one string. */
export function rangeKey({ path, below }: ScopeRange): string {
  return `${below ? "below" : "here"}:${path}`;
}

/** Scopes with paths from `from` up to, not including, `to`, and names from `name` on. */
export interface PathSlice extends PathRange {
  /** The first name in scope `from`. */
  readonly name: string;
}

/** Returns true if a slice is of one scope, `from`. */
export function isOneScope({ from, to }: PathSlice): boolean {
  return to === after(from);
}

/** Scopes to list, and the cursor of the page before. */
export interface PagedScopes extends Pick<Selection, "within" | "reach"> {
  /** From the page before. */
  readonly cursor?: string | undefined;
  /** True to read the name of the cursor again. Default false. */
  readonly includesCursor?: boolean | undefined;
}

/** Returns the disjoint ordered slices that are left after a cursor of a path and a name. */
export function pathSlices(request: PagedScopes, kind: string): readonly PathSlice[] {
  const ranges = pathRanges(request);
  if (request.cursor === undefined) return ranges.map((range) => ({ ...range, name: "" }));
  const [path, name] = decodeCursor(request.cursor, kind, 2);
  if (!isCursorText(path) || !isCursorText(name)) throw changedCursor();
  return ranges.flatMap(({ from, to }): readonly PathSlice[] => {
    if (compareText(path, from) < 0) return [{ from, to, name: "" }];
    if (compareText(path, to) >= 0) return [];
    const next = after(path);
    const rest = { from: path, to: next, name: request.includesCursor ? name : after(name) };
    return next === to ? [rest] : [rest, { from: next, to, name: "" }];
  });
}

/** Returns the disjoint ranges of paths of a selection, in order. */
function pathRanges(request: PagedScopes): readonly PathRange[] {
  return rangesOf(request)
    .flatMap(({ path, below }) => {
      const here = { from: path, to: after(path) };
      return below ? [here, pathsBelow(path)] : [here];
    })
    .toSorted((a, b) => compareText(a.from, b.from));
}

/** Returns the next text by bytes; no stored text has a NUL. */
function after(text: string): string {
  return `${text}\u0001`;
}
