import { changedCursor, isCursorText } from "../contracts/paging.js";
import type { Selection } from "../contracts/search.js";
import { decodeCursor } from "../internal/cursor.js";
import { compareText } from "../model/compare-text.js";
import { pathsBelow, scopeToPath } from "../model/scope.js";

/** One scope, or it and all below it. */
export interface ScopeRange {
  /** `scopeToPath` of the scope. */
  readonly path: string;
  /** Whether the scopes below it belong to it. */
  readonly below: boolean;
}

/** The areas of a selection; none of them covers a part of another. */
export function rangesOf({
  within,
  reach,
}: Pick<Selection, "within" | "reach">): readonly ScopeRange[] {
  const paths = [...new Set(within.map((scope) => scopeToPath(scope)))];
  if (reach !== "below") return paths.map((path) => ({ path, below: false }));
  const areas = paths.map((path) => ({ path, below: true }));
  return areas.filter(
    (area) => !areas.some((other) => other !== area && isInRange(area.path, other)),
  );
}

/** Whether a scope belongs to an area. */
export function isInRange(path: string, area: ScopeRange): boolean {
  if (path === area.path) return true;
  // Elements never hold a bare slash, so what begins with the path and a slash is below it.
  return area.below && path.startsWith(pathsBelow(area.path).from);
}

/** An area as one string. */
export function rangeKey({ path, below }: ScopeRange): string {
  return `${below ? "below" : "here"}:${path}`;
}

/**
 * Scopes whose paths are `from` or after it and before `to`, and in them the names that are `name`
 * or after it.
 */
export interface PathSlice {
  /** The first path that may be in it. */
  readonly from: string;
  /** The first path that is not. */
  readonly to: string;
  /** The first name in `from`. */
  readonly name: string;
}

/** Whether a slice is of one scope, which is then `from`. */
export function isOneScope({ from, to }: PathSlice): boolean {
  return to === after(from);
}

/** Which scopes, and where the page before ended. */
export interface PagedScopes extends Pick<Selection, "within" | "reach"> {
  /** From the page before. */
  readonly cursor?: string | undefined;
  /** True to read the name of the cursor again. Default false. */
  readonly includesCursor?: boolean | undefined;
}

/**
 * What is left of the scopes asked for after the page that ended at a cursor: slices in order, none
 * of which touches another. A cursor holds a path and a name.
 */
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

type Range = Omit<PathSlice, "name">;

/** Of two ranges of scopes one contains the other, or they have nothing in common. */
function pathRanges({ within, reach }: PagedScopes): readonly Range[] {
  const ranges = within
    .map((scope) => scopeToPath(scope))
    .flatMap((path) => {
      const here = { from: path, to: after(path) };
      return reach === "below" ? [here, pathsBelow(path)] : [here];
    })
    .toSorted((a, b) => compareText(a.from, b.from) || compareText(b.to, a.to));
  const kept: Range[] = [];
  for (const range of ranges) {
    const last = kept.at(-1);
    if (!last || compareText(range.from, last.to) >= 0) kept.push(range);
  }
  return kept;
}

/**
 * The first of all texts after this one, by bytes. No text that is stored has a NUL, and PostgreSQL
 * takes none.
 */
function after(text: string): string {
  return `${text}\u0001`;
}
