import type { JSX } from "preact";

import type { TallyAnswer } from "../../../wire/statistics.js";
import { hrefOf, scopeToQuery } from "../../frame/router.js";
import { Card } from "../../parts/card.js";
import { presentMoment } from "../../parts/use-now.js";
import { date, number, percent, relative } from "../../words/format.js";
import { shared } from "../../words/shared.js";
import { type Bar, BarList } from "./bar-list.js";
import { words } from "./words.js";

/** Number of all memories, and of some of them. */
export function Numbers({ tally }: { readonly tally: TallyAnswer }): JSX.Element {
  const said = words();
  const { memories, pinned, archived, replaced, oldest, newest } = tally;
  const now = presentMoment();
  const facts = [
    [said.pinned, number(pinned)],
    [said.archived, number(archived)],
    [said.replaced, number(replaced)],
    ...(oldest === undefined ? [] : [[said.oldest, date(oldest)]]),
    ...(newest === undefined ? [] : [[said.newest, relative(newest, now)]]),
  ];
  return (
    <div class="numbers">
      <p>
        <strong>{number(memories)}</strong> {said.memories(memories)}
      </p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** How well memories would be recalled today, and which no longer are. */
export function StrengthCard({ tally }: { readonly tally: TallyAnswer }): JSX.Element {
  const said = words();
  const { strength, archived, replaced, memories } = tally;
  const parts = [
    ...said.bands.map((name, band) => ({ name, count: strength[band] ?? 0, tone: `band-${band}` })),
    { name: said.archived, count: archived, tone: "band-archived" },
    { name: said.replaced, count: replaced, tone: "band-replaced" },
  ];
  return (
    <Card title={said.strength}>
      <div class="bands" aria-hidden="true">
        {parts.map(({ name, count, tone }) => (
          <i key={name} class={tone} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul class="keys">
        {parts.map(({ name, count, tone }) => (
          <li key={name}>
            <i class={tone} aria-hidden="true" />
            <span>{name}</span>
            <span class="quiet">{number(count)}</span>
            <span class="faint">{percent(memories === 0 ? 0 : count / memories)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Memories by kind, origin and scope. */
export function SortCards({ tally }: { readonly tally: TallyAnswer }): JSX.Element {
  const said = words();
  const { kinds, origins, scopes, memories: total } = tally;
  return (
    <>
      <Card title={said.kinds}>
        <BarList total={total} bars={barsOf(kinds, "kind")} />
      </Card>
      <Card title={said.origins}>
        <BarList total={total} bars={barsOf(origins, "origin")} />
      </Card>
      <Card title={said.scopes} aside={<p>{said.scopeCount(scopes.length)}</p>}>
        <BarList
          total={total}
          bars={scopes.map(([scope, count]) => ({
            name: scope.length === 0 ? shared().wholeMemory : scope.join(" / "),
            count,
            href: hrefOf("memories", { query: { scope: scopeToQuery(scope) } }),
          }))}
        />
      </Card>
    </>
  );
}

function barsOf(
  counts: Readonly<Record<string, number>>,
  setting: "kind" | "origin",
): readonly Bar[] {
  return Object.entries(counts).map(([name, count]) => ({
    name,
    count,
    href: hrefOf("memories", { query: { [setting]: name } }),
  }));
}
