import type { JSX } from "preact";

import { Card } from "../../parts/card.js";
import { placeOfKey } from "../../parts/place-of-key.js";
import { number } from "../../words/format.js";
import { feelingColor } from "./feeling-color.js";
import type { Shown } from "./shown.js";
import { words } from "./words.js";

const ROW = 46;

/** The memories by score, as bars that change places. */
export function MemoryBars({
  shown,
  onChoose,
}: {
  readonly shown: Shown;
  readonly onChoose: (index: number) => void;
}): JSX.Element {
  const text = words();
  const { rows, today, run, chosen } = shown;
  const scores = today.scores.map((score, index) =>
    today.flashback === index ? score * run.flashback : score,
  );
  const order = [...scores.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const total = rows.length;
  const move = (event: KeyboardEvent): void => {
    const place = placeOfKey(event.key, { active: order.indexOf(chosen), total, page: total });
    if (place === undefined) return;
    event.preventDefault();
    onChoose(order[place] ?? 0);
  };
  return (
    <Card title={text.memoriesTitle}>
      <div
        class="feel-bars"
        role="listbox"
        tabIndex={0}
        aria-label={text.memoriesTitle}
        aria-activedescendant={`feeling-${chosen}`}
        style={{ height: `${total * ROW}px` }}
        onKeyDown={move}
      >
        {rows.map((row, index) => {
          const score = scores[index] ?? 0;
          const place = order.indexOf(index);
          return (
            <div
              key={row.id}
              id={`feeling-${index}`}
              role="option"
              aria-selected={index === chosen}
              aria-posinset={place + 1}
              aria-setsize={total}
              class={today.flashback === index ? "feel-bar flashes" : "feel-bar"}
              style={{ transform: `translateY(${place * ROW}px)` }}
              onClick={() => onChoose(index)}
            >
              <span class="text">{row.text}</span>
              <span class="faint">{number(score, score < 10 ? 1 : 0)}</span>
              <i
                style={{
                  transform: `scaleX(${score / Math.max(...scores, 1)})`,
                  background: feelingColor(today.memories[index]),
                }}
              />
            </div>
          );
        })}
      </div>
    </Card>
  );
}
