import type { JSX } from "preact";

import { Button } from "../../parts/button.js";
import { Card } from "../../parts/card.js";
import { hrefOfMemory } from "../../parts/memory-link.js";
import { number, percent } from "../../words/format.js";
import type { Shown } from "./shown.js";
import type { RecallKind } from "./simulation/held.js";
import { isSample } from "./simulation/start.js";
import { words } from "./words.js";

const KINDS: readonly RecallKind[] = ["joyful", "plain", "aversive"];
const FED = [
  ["joy", "var(--hue-5)"],
  ["aversion", "var(--hue-4)"],
] as const;

/** The memory that is chosen, what it feels like, and recalling it. */
export function ChosenMemory({
  shown: { rows, today, chances, chosen },
  onRecall,
}: {
  readonly shown: Shown;
  readonly onRecall: (kind: RecallKind) => void;
}): JSX.Element | null {
  const text = words();
  const row = rows[chosen];
  const held = today.memories[chosen];
  if (row === undefined || held === undefined) return null;
  return (
    <Card
      title={text.chosenTitle}
      aside={!isSample(row) && <a href={hrefOfMemory(row.id, row.scope)}>{text.open}</a>}
    >
      <div class="stack">
        <p class="memory-text">{row.text}</p>
        <dl class="row between">
          {FED.map(([name, background]) => (
            <div key={name}>
              <dt>{text[name]}</dt>
              <dd>
                <span class="meter">
                  <i style={{ width: `${held[name] * 100}%`, background }} />
                </span>{" "}
                {number(held[name], 2)}
              </dd>
            </div>
          ))}
          <div>
            <dt>{text.uses}</dt>
            <dd>{number(held.uses)}</dd>
          </div>
          <div>
            <dt>{text.chance}</dt>
            <dd>{percent(chances[chosen] ?? 0)}</dd>
          </div>
        </dl>
        <div class="row">
          {KINDS.map((kind) => (
            <Button key={kind} onClick={() => onRecall(kind)}>
              {text.recalls[kind]}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  );
}
