import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { numberArray, textArray } from "../client/encode-array.js";
import type { Names } from "../sql/names.js";

/**
 * A text that goes away: its record is deleted, is no longer searchable, or gets another text and
 * with it another number.
 */
export interface GoneText {
  readonly scope: string;
  /** `records.number`. It must never be given to a text again. */
  readonly number: number;
}

/**
 * Tells the segments of texts that go away. Every transaction that takes texts away runs it, after
 * it has locked their scopes. It does nothing for scopes without a segment.
 */
export function buryTexts(names: Names, texts: readonly GoneText[]): RawBuilder<unknown> {
  return sql`
    insert into ${names.graves} (scope, number)
    select g.scope, g.number
    from unnest(
      ${textArray(texts.map(({ scope }) => scope))}::text[],
      ${numberArray(texts.map(({ number }) => number))}::bigint[]
    ) as g (scope, number)
    join ${names.segments} as s on s.scope = g.scope and g.number <= s.horizon
    on conflict do nothing`;
}
