import type { CallOptions } from "@kioku/core";
import {
  checkCallOptions,
  checkInstant,
  checkNumber,
  checkOneOf,
  checkTexts,
  checkWriteOptions,
  invalidInput,
  MAX_NAME_LENGTH,
  ORIGINS,
} from "@kioku/core/toolkit";

import type { KindWriteOptions } from "../api/memory-kinds.js";
import type { ItemKind } from "../model/kind-fields.js";
import { checkTags } from "../schemas/check-tags.js";
import { ITEM_KINDS } from "../schemas/item-schemas.js";

/** Most ids of sources. */
const MAX_SOURCES = 10_000;

/** Returns a checked copy of the options of a write. @throws `invalid-input` */
export function checkWriting(options: KindWriteOptions): KindWriteOptions {
  checkWriteOptions(options, ["origin", "trust", "sources", "filterTags"]);
  const { signal, actor, cause, origin, trust, sources } = options;
  if (origin !== undefined) checkOneOf(origin, "options.origin", ORIGINS);
  if (trust !== undefined) checkNumber(trust, "options.trust", { min: 0, max: 1 });
  const ids =
    sources === undefined ? undefined : checkTexts(sources, "options.sources", MAX_NAME_LENGTH);
  if (ids && ids.length > MAX_SOURCES) {
    throw invalidInput("options.sources", `at most ${MAX_SOURCES} ids`);
  }
  const filterTags = checkTags(options.filterTags, "options.filterTags");
  return { signal, actor, cause, origin, trust, sources: ids, filterTags };
}

/** @throws `invalid-input` */
export function checkKind<K extends ItemKind>(kind: K): K {
  const found: unknown = ITEM_KINDS.find((one) => one === kind);
  if (found === undefined) throw invalidInput("kind", `one of ${ITEM_KINDS.join(", ")}`);
  return kind;
}

/** Returns the limit of a listing. @throws `invalid-input` */
export function checkListing(
  options: CallOptions & { readonly limit?: number | undefined },
): number {
  checkCallOptions(options, ["limit"]);
  return checkNumber(options.limit ?? 100, "options.limit", { min: 1, max: 1_000, integer: true });
}

/** Returns a stretch of time. @throws `invalid-input` */
export function checkStretch(from: Date, to: Date): { readonly from: Date; readonly to: Date } {
  const stretch = { from: checkInstant(from, "from"), to: checkInstant(to, "to") };
  if (stretch.from > stretch.to) throw invalidInput("to", "at or after from");
  return stretch;
}

/** Checks options of a call that only reads or writes. @throws `invalid-input` */
export function checkReading(options: CallOptions): CallOptions {
  checkCallOptions(options);
  return options;
}
