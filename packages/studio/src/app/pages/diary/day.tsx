import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { DiaryAnswer } from "../../../wire/diary.js";
import { hrefOf, route } from "../../frame/router.js";
import { Button } from "../../parts/button.js";
import { locale } from "../../words/format.js";
import { shared } from "../../words/shared.js";
import { recordHref } from "../mind/names.js";
import { Sentences } from "../mind/sentences.js";
import { SourcesOf } from "../mind/sources.js";
import { Talk } from "./talk.js";
import { words } from "./words.js";

type Entry = DiaryAnswer["entries"][number];

/** Entries of one day. */
export function DayOfDiary({
  day,
  entries,
  scope,
}: {
  readonly day: string;
  readonly entries: readonly Entry[];
  readonly scope: readonly string[];
}): JSX.Element {
  const noon = `${day}T12:00:00`;
  return (
    <li class="day">
      <h2>
        <span class="number">{new Date(noon).getDate()}</span>
        <span>{format(noon, { month: "short", year: "numeric" })}</span>
        <span class="faint">{format(noon, { weekday: "long" })}</span>
      </h2>
      <div class="entries">
        {entries.map((entry) => (
          <EntryOfDiary key={entry.id} entry={entry} scope={scope} />
        ))}
      </div>
    </li>
  );
}

function EntryOfDiary({
  entry: { id, title, thread, summary, turns, startAt },
  scope,
}: {
  readonly entry: Entry;
  readonly scope: readonly string[];
}): JSX.Element {
  const said = words();
  const [isOpen, setOpen] = useState(false);
  const { sentence } = route.value.query;
  // Rules take the beginning of a sentence for the title.
  const start = title.replace(/…$/u, "");
  const isSaid = summary.some(({ text }) => text.replaceAll(/\s+/gu, " ").startsWith(start));
  return (
    <article class="entry" aria-label={title}>
      <p class="faint row">
        {format(startAt, { timeStyle: "short" })}
        {thread !== undefined && <a href={hrefOf("diary", { query: { thread } })}>{thread}</a>}
      </p>
      {!isSaid && <h3>{title}</h3>}
      {summary.length === 0 && <p class="faint">{said.noSummary}</p>}
      <Sentences of={summary} />
      {sentence !== undefined && summary.some((one) => one.id === sentence) && (
        <section class="card" aria-live="polite">
          <SourcesOf scope={scope} sentence={sentence} />
        </section>
      )}
      <p class="row faint">
        <Button kind="bare" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? said.closeTalk : said.readTalk(turns.length)}
        </Button>
        <a href={recordHref(id)}>{shared().openRecord}</a>
      </p>
      {isOpen && <Talk scope={scope} ids={turns} />}
    </article>
  );
}

function format(at: string, options: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleString(locale(), options);
}
