import type { JSX } from "preact";

import { Button } from "../../parts/button.js";
import { Card } from "../../parts/card.js";
import type { Shown } from "./shown.js";
import { actionsToText } from "./simulation/address.js";
import { words } from "./words.js";

/** What was done in the run; each can be taken out of it. */
export function ActionList({
  shown: { actions, rows, change },
}: {
  readonly shown: Shown;
}): JSX.Element {
  const text = words();
  return (
    <Card
      title={text.actionsTitle}
      aside={
        actions.length > 0 && <Button onClick={() => change({ acts: "" })}>{text.clear}</Button>
      }
    >
      <ol class="feel-acts">
        {actions.map((action, at) => {
          const what =
            action.kind === "mood"
              ? text.moodIs(action.mood.valence, action.mood.arousal)
              : `${text.recalls[action.kind]} · ${rows[action.memory]?.text ?? ""}`;
          return (
            <li key={at}>
              <span class="faint">{text.dayShort(action.day)}</span>
              <span class="text">{what}</span>
              <Button
                kind="bare"
                aria-label={text.remove(what)}
                onClick={() => change({ acts: actionsToText(actions.toSpliced(at, 1)) })}
              >
                ×
              </Button>
            </li>
          );
        })}
      </ol>
      <p class="faint">{text.replayNote}</p>
    </Card>
  );
}
