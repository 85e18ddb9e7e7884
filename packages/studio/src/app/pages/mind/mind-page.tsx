import type { JSX } from "preact";

import { ask } from "../../data/source.js";
import { route, scopeOf, setQuery } from "../../frame/router.js";
import { Page } from "../../parts/card.js";
import { Segmented } from "../../parts/fields.js";
import { useLoad } from "../../parts/use-load.js";
import { presentMoment } from "../../parts/use-now.js";
import { relative } from "../../words/format.js";
import { DocumentsView } from "./documents-view.js";
import { NextView } from "./next-view.js";
import { RunsView } from "./runs-view.js";
import { words } from "./words.js";

const VIEWS = [
  ["documents", DocumentsView],
  ["runs", RunsView],
  ["next", NextView],
] as const;

/** What the memory has made of what it was told, and how. */
export function MindPage(): JSX.Element {
  const said = words();
  const scope = scopeOf(route.value);
  const stats = useLoad((signal) => ask("mindStats", { scope }, signal), scope);
  const { data } = stats;
  const { view: named } = route.value.query;
  const [view, Part] = VIEWS.find(([one]) => one === named) ?? VIEWS[0];
  const { lastRunAt, failures = 0, lastFailure = "" } = data ?? {};
  return (
    <Page
      title={said.title}
      lead={said.lead}
      aside={
        <Segmented
          label={said.view}
          value={view}
          options={VIEWS.map(([one]) => [one, said[one]] as const)}
          onChange={(one) => setQuery({ view: one, run: "" })}
        />
      }
    >
      <p class="faint">
        {data && said.stats(data.facts, data.episodes, data.waiting, data.runs)}
        {lastRunAt !== undefined && ` · ${said.lastRun(relative(lastRunAt, presentMoment()))}`}
        &nbsp;
      </p>
      {failures > 0 && <p class="notice red">{said.failing(failures, lastFailure)}</p>}
      <Part scope={scope} stats={stats} />
    </Page>
  );
}
