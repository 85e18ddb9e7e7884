import { isWithin } from "@kioku/core/toolkit";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { route, scopeOf, setQuery } from "../../frame/router.js";
import { Button } from "../../parts/button.js";
import { Page } from "../../parts/card.js";
import { Empty, Failed } from "../../parts/states.js";
import { number } from "../../words/format.js";
import { Latency, Rate } from "./feed-charts.js";
import { FeedRow } from "./feed-row.js";
import type { FeedState, Row, Sort } from "./feed-state.js";
import { useFeed } from "./use-feed.js";
import { words } from "./words.js";

const SORTS: readonly Sort[] = ["write", "read", "gone", "mind", "trouble", "call"];
const USUAL = SORTS.filter((sort) => sort !== "call").join(" ");
/** Milliseconds between two sentences for those who do not see the page. */
const SAY_MS = 15_000;

/** The page. */
export function FeedPage(): JSX.Element {
  const said = words();
  const { state, second, isConnected, error, again } = useFeed();
  const [held, setHeld] = useState<FeedState>();
  const shown = held ?? state;
  const { show = USUAL } = route.value.query;
  const chosen = show.split(" ");
  const rows = shown.rows.filter((row) => isShown(row, chosen));
  const isQuiet = shown.rows.every(({ entry }) => entry.by === "studio");
  const waiting = state.told - shown.told;
  const over = state.end && (state.end === "studio" ? said.endStudio : said.endMemory);
  const status = over === undefined && error === undefined ? said.connecting : said.over;
  return (
    <Page
      title={said.title}
      lead={said.lead}
      aside={
        <div class="row">
          <span class={isConnected && !held ? "tag green alive" : "tag"} role="status">
            {held ? said.paused : isConnected ? said.live : status}
          </span>
          {held && waiting > 0 && <span class="faint">{said.waiting(waiting)}</span>}
          <Button onClick={() => setHeld(held ? undefined : state)}>
            {held ? said.resume : said.pause}
          </Button>
        </div>
      }
    >
      {error !== undefined && <Failed error={error} retry={again} />}
      {over !== undefined && <p class="notice gold">{over}</p>}
      <Rate state={state} second={second} />
      <div class="columns wide-first">
        <div class="stack">
          <Filters state={shown} chosen={chosen} />
          {shown.dropped > 0 && <p class="notice gold">{said.dropped(shown.dropped)}</p>}
          {rows.length > 0 ? (
            <ol class="feed" aria-label={said.title}>
              {rows.map((row) => (
                <FeedRow key={row.key} row={row} />
              ))}
            </ol>
          ) : (
            error === undefined && (
              <Empty title={isQuiet ? said.emptyTitle : said.hiddenTitle}>
                {isQuiet ? said.empty : said.hidden}
              </Empty>
            )
          )}
        </div>
        <Latency state={state} />
      </div>
      <Spoken told={state.told} />
    </Page>
  );
}

/** Tests if a row is of a chosen sort and of the scope that is looked at. */
function isShown({ sort, entry }: Row, chosen: readonly string[]): boolean {
  if (!chosen.includes(sort)) return false;
  if (entry.by === "studio" && !chosen.includes("own")) return false;
  return isWithin(entry.scope, scopeOf(route.value));
}

/** Sorts of entries with their numbers, each of which can be shown or not. */
function Filters({
  state: { sorts },
  chosen,
}: {
  readonly state: FeedState;
  readonly chosen: readonly string[];
}): JSX.Element {
  const said = words();
  const toggle = (name: string): void => {
    const isChosen = chosen.includes(name);
    const all = isChosen ? chosen.filter((one) => one !== name) : [...chosen, name];
    setQuery({ show: all.join(" ") === "" ? "none" : all.join(" ") });
  };
  return (
    <div class="row sorts" role="group" aria-label={said.filters}>
      {([...SORTS, "own"] as const).map((name) => (
        <button
          key={name}
          type="button"
          class={`sort ${name}`}
          aria-pressed={chosen.includes(name)}
          onClick={() => toggle(name)}
        >
          {said[name]}
          <span class="faint">{number(sorts[name] ?? 0)}</span>
        </button>
      ))}
    </div>
  );
}

/** Says from time to time how much has happened, not each thing. */
function Spoken({ told }: { readonly told: number }): JSX.Element {
  const latest = useRef(told);
  latest.current = told;
  const [spoken, setSpoken] = useState({ told: 0, now: 0 });
  useEffect(() => {
    const timer = setInterval(
      () => setSpoken(({ now }) => ({ told: now, now: latest.current })),
      SAY_MS,
    );
    return () => clearInterval(timer);
  }, []);
  const count = spoken.now - spoken.told;
  return (
    <p class="hidden-text" aria-live="polite">
      {count > 0 && words().heard(count)}
    </p>
  );
}
