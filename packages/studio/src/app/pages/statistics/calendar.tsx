import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { hrefOf, route, setQuery } from "../../frame/router.js";
import { Card } from "../../parts/card.js";
import { Segmented } from "../../parts/fields.js";
import { presentMoment } from "../../parts/use-now.js";
import { date, month } from "../../words/format.js";
import { shared } from "../../words/shared.js";
import { calendarGrid } from "./calendar-grid.js";
import { words } from "./words.js";

const CELL = 13;
const LEFT = 34;
const TOP = 18;
const MOST_YEARS = 4;

/** Days on which memories were written, a year at a time; each leads to its memories. */
export function Calendar({
  days,
}: {
  readonly days: Readonly<Record<string, number>>;
}): JSX.Element {
  const said = words();
  const scroll = useRef<HTMLDivElement>(null);
  const today = localDay(presentMoment());
  const years = [...new Set(Object.keys(days).map((day) => day.slice(0, 4)))]
    .toSorted()
    .toReversed()
    .slice(0, MOST_YEARS);
  const { year = "" } = route.value.query;
  const grid = calendarGrid(days, /^\d{4}$/u.test(year) ? `${year}-12-31` : today);
  // What is newest is seen first where there is no room for all.
  useEffect(() => {
    scroll.current?.scrollTo({ left: scroll.current.scrollWidth });
  }, [year]);
  const most = grid.most && said.most(date(noonOf(grid.most.day)), grid.most.count);
  const sum = [shared().memories(grid.total), most].filter(Boolean).join(" · ");
  return (
    <Card
      title={said.written}
      aside={
        years.length > 1 && (
          <Segmented
            label={said.year}
            value={year}
            options={[["", said.lastYear], ...years.map((one) => [one, one] as const)]}
            onChange={(value) => setQuery({ year: value })}
          />
        )
      }
    >
      <div class="scrolls" ref={scroll} tabIndex={0} role="group" aria-label={said.written}>
        <svg
          class="calendar"
          viewBox={`0 0 ${LEFT + grid.weeks * CELL} ${TOP + 7 * CELL}`}
          role="img"
          aria-label={sum}
        >
          {grid.months.map(({ week, day }) => (
            <text key={day} x={LEFT + week * CELL} y={11}>
              {month(noonOf(day))}
            </text>
          ))}
          {said.weekdays.map((name, index) => (
            <text key={name} x={0} y={TOP + index * 2 * CELL + 10}>
              {name}
            </text>
          ))}
          {grid.cells.map(({ day, week, row, count, level }) => (
            <rect
              key={day}
              class={`level-${level}`}
              x={LEFT + week * CELL}
              y={TOP + row * CELL}
              width={CELL - 2.5}
              height={CELL - 2.5}
              rx={2.5}
              onClick={count === 0 ? undefined : () => open(day)}
            >
              <title>{`${date(noonOf(day))}: ${shared().memories(count)}`}</title>
            </rect>
          ))}
        </svg>
      </div>
      <p class="row faint ends">
        <span>{sum}</span>
        <span class="row levels" aria-hidden="true">
          {said.less}
          {[0, 1, 2, 3, 4].map((level) => (
            <i key={level} class={`level-${level}`} />
          ))}
          {said.more}
        </span>
      </p>
    </Card>
  );
}

function open(day: string): void {
  location.hash = hrefOf("memories", { query: { from: day, to: day } });
}

/** Returns a moment of a day that falls on it here. */
function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00`);
}

function localDay(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}
