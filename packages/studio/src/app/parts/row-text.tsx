import type { JSX } from "preact";

import type { StrengthRow } from "../../wire/forgetting.js";
import { about } from "../frame/about.js";
import { go, hrefOf, scopeToQuery } from "../frame/router.js";

type Row = Pick<StrengthRow, "id" | "scope" | "text">;

/** Beginning of a memory, as a link to its page where there is one. */
export function RowText({ row }: { readonly row: Row }): JSX.Element {
  if (about.value === undefined) return <span class="memory-text">{row.text}</span>;
  return (
    <a class="memory-text" href={hrefOf("record", placeOf(row))}>
      {row.text}
    </a>
  );
}

/** Makes the function that opens one of some memories by id; absent: memories have no pages. */
export function openRow(rows: readonly Row[]): ((id: string) => void) | undefined {
  if (about.value === undefined) return undefined;
  return (id) => {
    const row = rows.find((one) => one.id === id);
    if (row) go("record", placeOf(row));
  };
}

function placeOf({ id, scope }: Row): Parameters<typeof go>[1] & object {
  return { path: [id], query: { in: scopeToQuery(scope) } };
}
