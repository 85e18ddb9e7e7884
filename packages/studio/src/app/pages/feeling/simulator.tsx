import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";

import type { StrengthRow } from "../../../wire/forgetting.js";
import { presentMoment } from "../../parts/use-now.js";
import { useSettings } from "../../parts/use-settings.js";
import { ActionList } from "./action-list.js";
import { ChosenMemory } from "./chosen-memory.js";
import { MemoryBars } from "./memory-bars.js";
import { MoodPlane } from "./mood-plane.js";
import { Settings } from "./settings.js";
import { actionsToText, FIRST_RUN, textToActions, withAction } from "./simulation/address.js";
import { chancesOf } from "./simulation/draw.js";
import { type Action, playRun } from "./simulation/run.js";
import { isSample, pickRows, shortId, startOf } from "./simulation/start.js";
import { Timeline } from "./timeline.js";

/** The simulator on some memories. */
export function Simulator({ rows: all }: { readonly rows: readonly StrengthRow[] }): JSX.Element {
  const [run, change] = useSettings(FIRST_RUN);
  const [chosen, setChosen] = useState(0);
  const { formula, acts, day, from } = run;
  const rows = pickRows(all, run.with);
  const actions = textToActions(acts);
  const days = useMemo(() => {
    const at = rows.some(isSample) ? presentMoment() : new Date(from);
    return playRun(
      rows.map((row) => startOf(row, from === "" ? undefined : at)),
      { ...run, actions },
    );
  }, [all, JSON.stringify({ ...run, day: 0 })]);
  const today = days[day] ?? days[0];
  if (today === undefined) throw new Error("day is missing");
  const chances = chancesOf({ ...today, formula });
  // From the first action on, the address names the memories.
  const act = (action: Action): void =>
    change({ acts: actionsToText(withAction(actions, action)), with: rows.map(shortId).join(".") });
  const shown = { rows, days, today, run, actions, chances, chosen, change };
  return (
    <div class="stack">
      <Timeline shown={shown} />
      <div class="columns wide-first">
        <MemoryBars shown={shown} onChoose={setChosen} />
        <div class="stack">
          <ChosenMemory shown={shown} onRecall={(kind) => act({ day, kind, memory: chosen })} />
          <MoodPlane shown={shown} onMood={(mood) => act({ day, kind: "mood", mood })} />
        </div>
        <Settings shown={shown} />
        <ActionList shown={shown} />
      </div>
    </div>
  );
}
