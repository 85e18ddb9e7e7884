import type { Selection } from "@kioku/core/toolkit";

import type { AreaMirror } from "../../mirror/area-mirror.js";
import type { FoundRecord, SelectedRow, ThreadPlace } from "../found-record.js";
import type { SearchContext } from "../search-context.js";
import type { SearchPart, TextMatches, VectorQuery } from "../search-part.js";
import { aroundByMirror } from "./around-by-mirror.js";
import type { MirrorSearch } from "./mirror-search.js";
import { nearestByMirror } from "./nearest-by-mirror.js";
import { selectedSlots } from "./selected-slots.js";
import { textByMirror } from "./text-by-mirror.js";

/** Searches an area by its mirror, which is up to date. */
export class MirrorPart implements SearchPart {
  readonly documents: number;
  readonly terms: number;
  readonly #search: MirrorSearch;

  private constructor(search: MirrorSearch) {
    this.#search = search;
    this.documents = search.mirror.roster.documents;
    this.terms = search.mirror.roster.terms;
  }

  /** Finds out which slots the selection contains, and begins. */
  static async begin(
    context: SearchContext,
    mirror: AreaMirror,
    selection: Selection,
  ): Promise<MirrorPart> {
    const selected = await selectedSlots(context, mirror, selection);
    return new MirrorPart({ ...context, mirror, selected, seen: new Map() });
  }

  async nearest(query: VectorQuery): Promise<readonly FoundRecord[]> {
    return nearestByMirror(this.#search, query);
  }

  async withTerms(terms: readonly string[]): Promise<TextMatches> {
    return textByMirror(this.#search, terms);
  }

  around(rows: readonly SelectedRow[], count: number): readonly ThreadPlace[] {
    return aroundByMirror(this.#search, rows, count);
  }
}
