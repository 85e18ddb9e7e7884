import type { MemoryRecord, RevisionChange } from "@kioku/core";
import { recordToColumns, type PutOp } from "@kioku/core/toolkit";

import type { CurrentRecord } from "../../schema/record-row.js";
import { markTextRemoved, dropJob, dropVectors } from "../model/change-entry.js";
import type { RecordEntry } from "../model/record-entry.js";
import type { WriteModel } from "../model/write-model.js";

/** A version that becomes the current one. */
interface NewVersion extends Pick<PutOp, "actor" | "cause" | "search" | "contentHash"> {
  readonly record: MemoryRecord;
  readonly change: RevisionChange;
}

type SearchColumns = Pick<
  CurrentRecord,
  "text_hash" | "number" | "term_count" | "traits" | "terms"
>;

const NOT_SEARCHABLE: SearchColumns = {
  text_hash: null,
  number: null,
  term_count: 0,
  traits: 0,
  terms: undefined,
};

/** Makes a version the current one, with its search entry; an existing strength is kept. */
export function storeCurrent(
  model: WriteModel,
  entry: RecordEntry,
  version: NewVersion,
): CurrentRecord {
  const before = entry.current;
  const { record, search } = version;
  if (typeof search === "object") {
    for (const vector of search.vectors) model.spaces.register(vector);
  }
  const columns = recordToColumns(record);
  const current: CurrentRecord = {
    ...columns,
    ...strengthOf(before ?? { ...columns, first_stability_days: columns.stability_days }),
    change: version.change,
    actor: version.actor ?? null,
    cause: version.cause ?? null,
    content_hash: version.contentHash,
    ...searchColumns(search, before),
  };
  if (!before) entry.isStrengthNew = current.uses !== 0 || current.last_used_at !== null;
  if (search !== "keep") replaceText(entry, search, before);
  model.replace(entry, current);
  return current;
}

type KeptStrength = Pick<
  CurrentRecord,
  "stability_days" | "uses" | "last_used_at" | "first_stability_days"
>;

function strengthOf(kept: KeptStrength): KeptStrength {
  const { stability_days, uses, last_used_at, first_stability_days } = kept;
  return { stability_days, uses, last_used_at, first_stability_days };
}

function searchColumns(search: PutOp["search"], before: CurrentRecord | undefined): SearchColumns {
  if (search === "none") return NOT_SEARCHABLE;
  if (search !== "keep") {
    const { textHash, terms, traits } = search;
    return { text_hash: textHash, number: null, term_count: terms.length, traits, terms };
  }
  const { text_hash, number, term_count, traits, terms } = before ?? NOT_SEARCHABLE;
  return { text_hash, number, term_count, traits, terms };
}

function replaceText(
  entry: RecordEntry,
  search: Exclude<PutOp["search"], "keep">,
  before: CurrentRecord | undefined,
): void {
  markTextRemoved(entry);
  const textHash = search === "none" ? null : search.textHash;
  if (before && before.text_hash !== textHash) {
    dropVectors(entry);
    dropJob(entry);
  }
  if (search === "none") return;
  const { vectors, embedAt } = search;
  for (const { space, values } of vectors) entry.vectors.set(space.id, values);
  if (embedAt) entry.jobRunsAt ??= embedAt.getTime();
  else if (before && vectors.length > 0) dropJob(entry);
}
