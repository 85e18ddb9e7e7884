import { compareText, pathToScope } from "@kioku/core";
import type { SearchHit } from "@kioku/core";

/** A match before it is handed out. */
export interface FoundRecord {
  /** Its rowid. */
  readonly row: number;
  readonly id: string;
  /** Of its scope. */
  readonly path: string;
  readonly score: number;
}

/** Best first; equal scores by id, then by scope. */
export function compareFound(a: FoundRecord, b: FoundRecord): number {
  return b.score - a.score || compareText(a.id, b.id) || compareText(a.path, b.path);
}

/** What a search answers. */
export function foundToHit({ id, path, score }: FoundRecord): SearchHit {
  return { scope: pathToScope(path), id, score };
}
