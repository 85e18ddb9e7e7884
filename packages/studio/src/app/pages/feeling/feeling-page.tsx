import type { JSX } from "preact";

import { ask } from "../../data/source.js";
import { route, scopeOf, setQuery } from "../../frame/router.js";
import { Button } from "../../parts/button.js";
import { Page } from "../../parts/card.js";
import { Empty, Show } from "../../parts/states.js";
import { useLoad } from "../../parts/use-load.js";
import { Simulator } from "./simulator.js";
import { words } from "./words.js";

/** How feelings make memories stay and come back: a simulation that starts from memories. */
export function FeelingPage(): JSX.Element {
  const text = words();
  const isSample = route.value.query["sample"] === "1";
  const scope = scopeOf(route.value);
  const loaded = useLoad(
    (signal) => ask("strengths", isSample ? { sample: true } : { scope }, signal),
    { isSample, scope },
  );
  const aside = isSample && (
    <Button onClick={() => setQuery({ sample: "", with: "", acts: "" })}>{text.leaveSample}</Button>
  );
  return (
    <Page title={text.title} lead={text.lead} aside={aside}>
      <Show of={loaded} lines={12}>
        {({ rows }) =>
          rows.some(({ emotion }) => emotion !== undefined) ? (
            <Simulator key={isSample} rows={rows} />
          ) : (
            <Empty title={text.emptyTitle}>
              {text.emptyText}{" "}
              <Button kind="bare" onClick={() => setQuery({ sample: "1" })}>
                {text.useSample}
              </Button>
            </Empty>
          )
        }
      </Show>
    </Page>
  );
}
