import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { PlanAnswer } from "../../../wire/mind.js";
import type { AnswerOf } from "../../../wire/verbs.js";
import { ask } from "../../data/source.js";
import { about } from "../../frame/about.js";
import { announce } from "../../parts/announcement.js";
import { Button } from "../../parts/button.js";
import { Card } from "../../parts/card.js";
import { Empty, Show } from "../../parts/states.js";
import { type Loaded, useLoad } from "../../parts/use-load.js";
import { Changes, Counts } from "./changes.js";
import { DeedDialog } from "./deed-dialog.js";
import { words } from "./words.js";

/** Turns that wait, and what a run would make of them. */
export function NextView({
  scope,
  stats,
}: {
  readonly scope: readonly string[];
  readonly stats: Loaded<AnswerOf<"mindStats">>;
}): JSX.Element {
  const said = words();
  const [isLooking, setLooking] = useState(false);
  const done = (): void => {
    setLooking(false);
    stats.reload();
  };
  return (
    <Show of={stats}>
      {({ waiting }) =>
        waiting === 0 ? (
          <Empty title={said.nothingWaits}>{said.nothingWaitsHow}</Empty>
        ) : (
          <Card title={said.ahead}>
            {isLooking ? (
              <Plan scope={scope} onDone={done} />
            ) : (
              <div class="row">
                <Button kind="primary" onClick={() => setLooking(true)}>
                  {said.lookAhead}
                </Button>
                <span class="faint">{said.lookAheadHow}</span>
              </div>
            )}
          </Card>
        )
      }
    </Show>
  );
}

function Plan({
  scope,
  onDone,
}: {
  readonly scope: readonly string[];
  readonly onDone: () => void;
}): JSX.Element {
  const said = words();
  const loaded = useLoad((signal) => ask("planRun", { scope }, signal), scope);
  const [isAsking, setAsking] = useState(false);
  const run = async (): Promise<void> => {
    const report = await ask("consolidate", { scope });
    announce(report.trigger === "none" ? said.notRun : said.ran(countOf(report)));
    onDone();
  };
  return (
    <Show of={loaded} lines={4}>
      {(plan) => (
        <div class="stack">
          {plan.isByRules && <p class="faint">{said.byRules}</p>}
          {countOf(plan) === 0 && <p>{said.noChanges}</p>}
          <Counts counts={plan.counts} />
          <Changes changes={plan.changes} refused={plan.refused} total={countOf(plan)} />
          {about.value?.canWrite === true && (
            <p>
              <Button kind="primary" onClick={() => setAsking(true)}>
                {said.run}
              </Button>
            </p>
          )}
          {isAsking && (
            <DeedDialog
              title={said.runTitle}
              label={said.run}
              kind="primary"
              work={run}
              onClose={() => setAsking(false)}
            >
              <p>{said.runHow}</p>
              <Counts counts={plan.counts} />
            </DeedDialog>
          )}
        </div>
      )}
    </Show>
  );
}

function countOf({ counts }: PlanAnswer): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
