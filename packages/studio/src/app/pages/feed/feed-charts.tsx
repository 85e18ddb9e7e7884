import type { JSX } from "preact";

import { Card } from "../../parts/card.js";
import { Track } from "../../parts/track.js";
import { number } from "../../words/format.js";
import { milliseconds } from "./feed-row.js";
import { callsOf, type FeedState, quantile, SECONDS } from "./feed-state.js";
import { words } from "./words.js";

const HEIGHT = 44;
const STEP = 10;

interface ChartProps {
  readonly state: FeedState;
  readonly second: number;
}

/** Calls of each second of the last minute. */
export function Rate({ state, second }: ChartProps): JSX.Element {
  const said = words();
  // The present second is not over.
  const calls = callsOf(state, second - 1);
  const most = Math.max(1, ...calls);
  const sum = calls.reduce((total, one) => total + one, 0);
  return (
    <Card title={said.calls} aside={<strong>{number(sum / SECONDS, 1)}</strong>}>
      <svg
        class="rate"
        viewBox={`0 0 ${SECONDS * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={said.chart(sum)}
      >
        {calls.map((count, index) => {
          const height = count === 0 ? 1 : 3 + (count / most) * (HEIGHT - 3);
          const at = { x: index * STEP + 1, y: HEIGHT - height };
          return (
            <rect
              key={index}
              class={count === 0 ? "none" : ""}
              {...at}
              width={STEP - 3}
              height={height}
              rx={1}
            />
          );
        })}
      </svg>
      <p class="faint ends" aria-hidden="true">
        <span>{said.minuteAgo}</span>
        <span>{said.now}</span>
      </p>
    </Card>
  );
}

/** Half and nearly all times of the calls of each verb. */
export function Latency({ state }: Pick<ChartProps, "state">): JSX.Element {
  const said = words();
  const rows = Object.entries(state.verbs)
    .map(([name, { calls, failed, durations }]) => {
      const [half, most] = [quantile(durations, 0.5), quantile(durations, 0.95)];
      return { name, calls, failed, half, most };
    })
    .toSorted((a, b) => b.calls - a.calls);
  const longest = Math.max(...rows.map(({ most }) => most));
  const at = (ms: number): number => Math.sqrt(ms / longest);
  return (
    <Card title={said.latency}>
      {rows.length === 0 ? (
        <p class="faint">{said.noCalls}</p>
      ) : (
        <>
          <ul class="latency">
            {rows.map(({ name, calls, failed, half, most }) => (
              <li key={name}>
                <span class="row">
                  <code>{name}</code>
                  <span class="faint">{number(calls)}</span>
                  {failed > 0 && <span class="tag red">{number(failed)}</span>}
                </span>
                <span class="quiet">
                  {milliseconds(half)} · {milliseconds(most)}
                </span>
                <Track from={at(half)} to={at(most)} />
              </li>
            ))}
          </ul>
          <p class="faint">{said.latencyNote}</p>
        </>
      )}
    </Card>
  );
}
