import type { JSX } from "preact";

import type { LabAnswer, LabOmitted } from "../../../wire/recall.js";
import { Button } from "../../parts/button.js";
import { KindLegend } from "../../parts/kind-legend.js";
import { moveFocus } from "../../parts/move-focus.js";
import { shared } from "../../words/shared.js";
import type { LabSettings } from "./lab-settings.js";
import { ChangeMark, MemoryRow, type RowView } from "./memory-row.js";
import { keyOf, type RankChange } from "./rank-changes.js";
import { decimal, nameOf } from "./step-words.js";
import { LEGEND } from "./waterfall-chart.js";
import { words } from "./words.js";

interface AnswerProps {
  readonly answer: LabAnswer;
  readonly settings: LabSettings;
  /** What became of each memory, as far as this answer tells it. */
  readonly changes: ReadonlyMap<string, RankChange>;
  readonly view: RowView;
  readonly onChange: (changes: Partial<LabSettings>) => void;
}

/** Answer of one recall: the memories, and those that were left out. */
export function AnswerView(props: AnswerProps): JSX.Element {
  const { answer, changes, view } = props;
  const { memories, omitted, threshold } = answer;
  return (
    <div class="answer">
      <div class="count">
        <p role="status">{shared().memories(memories.length)}</p>
        {!view.showsAll && <KindLegend colors={LEGEND} name={nameOf} />}
      </div>
      {memories.length === 0 && <Nothing {...props} />}
      <ol onKeyDown={moveFocus}>
        {memories.map((memory, index) => {
          const change = changes.get(keyOf(memory));
          const note = change && <ChangeMark change={change} />;
          return (
            <MemoryRow
              key={keyOf(memory)}
              {...{ memory, threshold, note, view }}
              place={index + 1}
            />
          );
        })}
      </ol>
      {omitted.length > 0 && (
        <details class="left-out" open={view.showsAll}>
          <summary>
            {words().omitted} <span class="faint">{omitted.length}</span>
          </summary>
          <ol onKeyDown={moveFocus}>
            {omitted.map((one) => {
              const { memory } = one;
              const note = <span class="quiet">{reasonOf(one)}</span>;
              return <MemoryRow key={keyOf(memory)} {...{ memory, threshold, note, view }} />;
            })}
          </ol>
        </details>
      )}
    </div>
  );
}

/** Says why nothing was returned, and how near the best one came. */
function Nothing({ answer, settings, onChange }: AnswerProps): JSX.Element {
  const text = words();
  const { notice, omitted, threshold = 0 } = answer;
  const best = Math.max(...omitted.map(({ memory }) => memory.relevance));
  return (
    <div class="nothing">
      <p class="memory-text">{notice === "no-match" ? text.noMatch : text.notRelevant}</p>
      {omitted.length > 0 && best < threshold && (
        <>
          <p class="quiet">
            {text.nearest(decimal(best), decimal(threshold - best), decimal(threshold))}
          </p>
          <Button onClick={() => onChange({ min: 0 })}>{text.showAll}</Button>
        </>
      )}
      {settings.below === 0 && (
        <Button onClick={() => onChange({ below: 1 })}>{text.askBelow}</Button>
      )}
    </div>
  );
}

function reasonOf({ memory, reason }: LabOmitted): string {
  const text = words();
  if (reason === "relevance") return text.relevance(decimal(memory.relevance));
  return reason === "limit" ? text.limitReason : text[reason];
}
