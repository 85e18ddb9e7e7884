import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { AnswerOf } from "../../../wire/verbs.js";
import { ask } from "../../data/source.js";
import { about } from "../../frame/about.js";
import { route, setQuery } from "../../frame/router.js";
import { announce } from "../../parts/announcement.js";
import { Button } from "../../parts/button.js";
import { Empty, Show } from "../../parts/states.js";
import { type Loaded, useLoad } from "../../parts/use-load.js";
import { presentMoment } from "../../parts/use-now.js";
import { dateTime, number, relative } from "../../words/format.js";
import { Changes, Counts } from "./changes.js";
import { DeedDialog } from "./deed-dialog.js";
import { triggers } from "./names.js";
import { words } from "./words.js";

type Run = AnswerOf<"runs">["runs"][number];

/** Runs, the newest first, each of which opens. */
export function RunsView({
  scope,
  stats: { reload },
}: {
  readonly scope: readonly string[];
  /** Loaded again after a run was taken back. */
  readonly stats: Loaded<unknown>;
}): JSX.Element {
  const said = words();
  const runs = useLoad((signal) => ask("runs", { scope }, signal), scope);
  const open = route.value.query["run"];
  return (
    <Show of={runs}>
      {({ runs: all }) =>
        all.length === 0 ? (
          <Empty title={said.noRuns}>{said.noRunsHow}</Empty>
        ) : (
          <ol class="runs">
            {all.map((run) => (
              <li key={run.id}>
                <button
                  type="button"
                  class="run"
                  aria-expanded={run.id === open}
                  onClick={() => setQuery({ run: run.id === open ? "" : run.id })}
                >
                  <RunLine run={run} />
                </button>
                {run.id === open && <RunBody scope={scope} run={run.id} onChange={reload} />}
              </li>
            ))}
          </ol>
        )
      }
    </Show>
  );
}

function RunLine({ run }: { readonly run: Run }): JSX.Element {
  const said = words();
  const { at, trigger, turns, counts, tokens } = run;
  return (
    <>
      <span class="when">
        <strong>{relative(at, presentMoment())}</strong>
        <span class="faint">{dateTime(at)}</span>
      </span>
      <span class="faint">
        {said.turns(turns)} · {triggers()[trigger] ?? trigger}
        {tokens > 0 && ` · ${said.tokens(number(tokens))}`}
      </span>
      <Counts counts={counts} />
    </>
  );
}

function RunBody({
  scope,
  run,
  onChange,
}: {
  readonly scope: readonly string[];
  readonly run: string;
  readonly onChange: () => void;
}): JSX.Element {
  const said = words();
  const [isAsking, setAsking] = useState(false);
  const loaded: Loaded<AnswerOf<"run">> = useLoad(
    (signal) => ask("run", { scope, run }, signal),
    [scope, run],
  );
  return (
    <div class="run-body">
      <Show of={loaded} lines={4}>
        {({ changes, refused, undoable }) => (
          <>
            {changes.length === 0 && <p class="faint">{said.noDetails}</p>}
            <Changes changes={changes} refused={refused} />
            {about.value?.canWrite === true &&
              (undoable > 0 ? (
                <Button kind="danger" onClick={() => setAsking(true)}>
                  {said.undo}
                </Button>
              ) : (
                <p class="faint">{said.cannotUndo}</p>
              ))}
            {isAsking && (
              <DeedDialog
                title={said.undoTitle}
                label={said.undoNow}
                kind="danger"
                onClose={() => setAsking(false)}
                work={async () => {
                  const { undone } = await ask("undoRun", { scope, run });
                  announce(said.undone(undone));
                  loaded.reload();
                  onChange();
                }}
              >
                <p>{said.undoes(undoable)}</p>
                <Changes changes={changes.filter(({ canUndo }) => canUndo)} refused={[]} isUndo />
                <p class="faint">{said.undoRest}</p>
              </DeedDialog>
            )}
          </>
        )}
      </Show>
    </div>
  );
}
