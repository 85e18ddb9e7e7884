import type { JSX } from "preact";

import { ask } from "../../data/source.js";
import { route, scopeOf } from "../../frame/router.js";
import { Button } from "../../parts/button.js";
import { Page } from "../../parts/card.js";
import { Empty, Failed, Loading, Show } from "../../parts/states.js";
import { useLoad } from "../../parts/use-load.js";
import { percent } from "../../words/format.js";
import { Calendar } from "./calendar.js";
import { MindCard, SpacesCard, StoreCard } from "./store-cards.js";
import { Numbers, SortCards, StrengthCard } from "./tally-cards.js";
import { useTally } from "./use-tally.js";
import { words } from "./words.js";

/** The page. */
export function StatisticsPage(): JSX.Element {
  const said = words();
  const scope = scopeOf(route.value);
  const figures = useLoad(async (signal) => ask("figures", { scope }, signal), scope);
  const { tally, isDone, error, again } = useTally(scope);
  const isEmpty = tally?.memories === 0 && isDone;
  const all = scope.length === 0 ? figures.data?.store?.records : undefined;
  const share =
    all === undefined || all === 0 || tally === undefined
      ? ""
      : percent(Math.min(1, tally.memories / all));
  const countAgain = (): void => {
    figures.reload();
    again();
  };
  return (
    <Page
      title={said.title}
      lead={said.lead}
      aside={
        <div class="row">
          <span class="faint" role="status">
            {!isDone && error === undefined && said.counting(share)}
          </span>
          <Button onClick={countAgain} disabled={!isDone}>
            {said.again}
          </Button>
        </div>
      }
    >
      {error !== undefined && <Failed error={error} retry={again} />}
      {isEmpty && <Empty title={said.emptyTitle}>{said.empty}</Empty>}
      {tally === undefined && error === undefined && <Loading />}
      {tally !== undefined && !isEmpty && (
        <>
          <Numbers tally={tally} />
          <Calendar days={tally.days} />
          <div class="columns">
            <StrengthCard tally={tally} />
            <SortCards tally={tally} />
          </div>
        </>
      )}
      <Show of={figures}>
        {(data) => (
          <div class="columns thirds">
            <MindCard figures={data} />
            {data.spaces !== undefined && <SpacesCard figures={data} />}
            <StoreCard figures={data} />
          </div>
        )}
      </Show>
    </Page>
  );
}
