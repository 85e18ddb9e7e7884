import type { Selection } from "../../contracts/selection.js";
import { pathsBelow, scopeToPath } from "../../model/scope-path.js";

/** One scope, or it and all below it. */
export interface Area {
  /** `scopeToPath` of the scope. */
  readonly path: string;
  /** Whether the scopes below it belong to it. */
  readonly below: boolean;
}

/** The areas of a selection; none of them covers a part of another. */
export function areasOf({ within, reach }: Pick<Selection, "within" | "reach">): readonly Area[] {
  const paths = [...new Set(within.map((scope) => scopeToPath(scope)))];
  if (reach !== "below") return paths.map((path) => ({ path, below: false }));
  const areas = paths.map((path) => ({ path, below: true }));
  return areas.filter(
    (area) => !areas.some((other) => other !== area && isInArea(area.path, other)),
  );
}

/** Whether a scope belongs to an area. */
export function isInArea(path: string, area: Area): boolean {
  if (path === area.path) return true;
  // Elements never hold a bare slash, so what begins with the path and a slash is below it.
  return area.below && path.startsWith(pathsBelow(area.path).from);
}

/** An area as one string. */
export function areaKey({ path, below }: Area): string {
  return `${below ? "below" : "here"}:${path}`;
}
