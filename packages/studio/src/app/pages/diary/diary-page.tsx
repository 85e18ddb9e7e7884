import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { ask } from "../../data/source.js";
import { route, scopeOf, setQuery } from "../../frame/router.js";
import { Button } from "../../parts/button.js";
import { Page } from "../../parts/card.js";
import { endOf } from "../../parts/end-of.js";
import { ScopeSelect } from "../../parts/scope-select.js";
import { Empty, Show } from "../../parts/states.js";
import { useLoad } from "../../parts/use-load.js";
import { DayOfDiary } from "./day.js";
import { groupByDay } from "./group-by-day.js";
import { words } from "./words.js";

/** What is asked of the diary. */
interface Asked {
  readonly scope: readonly string[];
  readonly before: string | undefined;
  readonly thread: string | undefined;
}

/** Long-term memories by day, with the talks that they sum up. */
export function DiaryPage(): JSX.Element {
  const said = words();
  const { day = "", thread } = route.value.query;
  const asked = { scope: scopeOf(route.value), before: endOf(day), thread };
  return (
    <Page title={said.title} lead={said.lead}>
      <div class="row diary-tools">
        <ScopeSelect />
        <label class="field">
          {said.until}
          <input
            class="input"
            type="date"
            value={day}
            onChange={({ currentTarget }) => setQuery({ day: currentTarget.value })}
          />
        </label>
        {thread !== undefined && (
          <Button onClick={() => setQuery({ thread: "" })}>{said.onlyThread(thread)} ×</Button>
        )}
      </div>
      <Days key={JSON.stringify(asked)} asked={asked} isFirst />
    </Page>
  );
}

/** Days along a line; earlier ones follow on demand. */
function Days({
  asked,
  isFirst = false,
}: {
  readonly asked: Asked;
  readonly isFirst?: boolean;
}): JSX.Element {
  const said = words();
  const { scope } = asked;
  const [isMore, setMore] = useState(false);
  const loaded = useLoad((signal) => ask("diary", asked, signal), asked);
  return (
    <Show of={loaded} lines={10}>
      {({ entries, hasMore }) => (
        <>
          {isFirst && entries.length === 0 && <Empty title={said.empty}>{said.emptyHow}</Empty>}
          <ol>
            {groupByDay(entries).map((day) => (
              <DayOfDiary key={day.day} {...day} scope={scope} />
            ))}
          </ol>
          {isMore && <Days asked={{ ...asked, before: entries.at(-1)?.startAt }} />}
          {hasMore && !isMore && <Button onClick={() => setMore(true)}>{said.earlier}</Button>}
        </>
      )}
    </Show>
  );
}
