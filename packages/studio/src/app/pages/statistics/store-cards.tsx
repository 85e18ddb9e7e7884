import type { JSX } from "preact";

import type { FiguresAnswer } from "../../../wire/statistics.js";
import { Card } from "../../parts/card.js";
import { Track } from "../../parts/track.js";
import { presentMoment } from "../../parts/use-now.js";
import { bytes, number, relative } from "../../words/format.js";
import { shared } from "../../words/shared.js";
import { words } from "./words.js";

const TONES = [
  ["ready", "accent"],
  ["leased", "accent"],
  ["delayed", "gold"],
  ["dead", "red"],
] as const;

interface CardProps {
  readonly figures: FiguresAnswer;
}

/** What the mind has made of this scope. */
export function MindCard({ figures: { mind } }: CardProps): JSX.Element {
  const said = words();
  const { facts, episodes, reminders, waiting, runs, lastRunAt, tokens, lastFailure } = mind;
  const last = lastRunAt === undefined ? shared().never : relative(lastRunAt, presentMoment());
  return (
    <Card title={said.mind}>
      <dl class="facts">
        <Fact name={said.facts}>{number(facts)}</Fact>
        <Fact name={said.episodes}>{number(episodes)}</Fact>
        <Fact name={said.reminders}>{number(reminders)}</Fact>
        <Fact name={said.turnsWaiting}>
          {waiting >= 1000 ? said.manyTurns : said.turns(waiting)}
        </Fact>
        <Fact name={said.runs}>{`${number(runs)}, ${said.last(last)}`}</Fact>
        {tokens.total > 0 && (
          <Fact name={said.tokens}>{said.tokensToday(tokens.total, tokens.today)}</Fact>
        )}
        {lastFailure !== undefined && <Fact name={said.failure}>{lastFailure}</Fact>}
      </dl>
    </Card>
  );
}

/** Vector spaces: how far each is filled, and which one is in use. */
export function SpacesCard({ figures }: CardProps): JSX.Element {
  const said = words();
  const { spaces = [], queue, store } = figures;
  const waiting = queue && queue.ready + queue.leased + queue.delayed;
  return (
    <Card title={said.spaces}>
      {spaces.length === 0 && <p class="faint">{said.noSpaces}</p>}
      <ul class="bars">
        {spaces.map(({ id, dimensions, state, missing, hasEmbedder }) => {
          const filled = store?.spaces.find((one) => one.id === id)?.vectors;
          return (
            <li key={id}>
              <span class="row">
                <code>{id}</code>
                <span class={state === "ready" ? "tag green" : "tag"}>{said.states[state]}</span>
                {!hasEmbedder && <span class="tag">{said.noEmbedder}</span>}
              </span>
              <span class="quiet">{said.wide(dimensions)}</span>
              {filled !== undefined && <Track to={filled / Math.max(1, filled + missing)} />}
              <span class="faint">
                {filled !== undefined && said.vectors(filled)}
                {missing > 0 && ` · ${said.missing(missing)}`}
              </span>
            </li>
          );
        })}
      </ul>
      {queue && waiting !== undefined && (
        <p class="row queue">
          <span class="quiet">{said.queue}</span>
          {waiting + queue.dead === 0 && <span class="tag green">{said.nothingWaits}</span>}
          {TONES.map(
            ([state, tone]) =>
              queue[state] > 0 && <span class={`tag ${tone}`}>{said[state](queue[state])}</span>,
          )}
        </p>
      )}
    </Card>
  );
}

/** Sizes of the database. */
export function StoreCard({ figures: { store } }: CardProps): JSX.Element | null {
  const said = words();
  if (store === undefined) return null;
  const used = store.bytes - store.freeBytes;
  return (
    <Card title={said.store} aside={<p>{bytes(store.bytes + store.walBytes)}</p>}>
      <div class="bands" aria-hidden="true">
        <i class="band-0" style={{ flexGrow: used }} />
        <i class="band-archived" style={{ flexGrow: store.walBytes }} />
        <i class="band-replaced" style={{ flexGrow: store.freeBytes }} />
      </div>
      <dl class="facts">
        <Fact name={said.inUse}>{bytes(used)}</Fact>
        <Fact name={said.log}>{bytes(store.walBytes)}</Fact>
        <Fact name={said.free}>{bytes(store.freeBytes)}</Fact>
        <Fact name={said.records}>{said.recordsIn(store.records, store.scopes)}</Fact>
        <Fact name={said.documents}>{number(store.documents)}</Fact>
      </dl>
    </Card>
  );
}

function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: string;
}): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
