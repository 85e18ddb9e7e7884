import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { ErasureAnswer, RecordAnswer } from "../../../wire/record.js";
import { ask, Failure } from "../../data/source.js";
import { about } from "../../frame/about.js";
import { hrefOf, route, scopeOf } from "../../frame/router.js";
import { Announcement } from "../../parts/announcement.js";
import { Card, Page } from "../../parts/card.js";
import { Marks } from "../../parts/marks.js";
import { Empty, Show } from "../../parts/states.js";
import { type Loaded, useLoad } from "../../parts/use-load.js";
import { presentMoment } from "../../parts/use-now.js";
import { dateTime, relative } from "../../words/format.js";
import { nameOf } from "../../words/memory-words.js";
import { lastList } from "../memories/last-list.js";
import { ErasureCounts } from "./erasure-counts.js";
import { fieldValues } from "./field-values.js";
import { HistoryCard } from "./history-card.js";
import { type Deed, RecordActions } from "./record-actions.js";
import { RecordDialog } from "./record-dialog.js";
import { DerivedCard, RowsCard, SourcesCard, ThreadCard } from "./related-cards.js";
import { StrengthCard } from "./strength-card.js";
import { words } from "./words.js";

/** One memory: text, strength, history, where it came from and what became of it. */
export function RecordPage(): JSX.Element {
  const text = words();
  const [id = ""] = route.value.path;
  const scope = scopeOf(route.value);
  const query = { scope, id };
  const loaded = useLoad(async (signal) => ask("record", query, signal), query);
  const erasure = useLoad(async (signal) => ask("erasure", query, signal), query);
  const [deed, setDeed] = useState<Deed>();
  const list = lastList.value === "" ? hrefOf("memories") : lastList.value;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || document.querySelector("dialog[open]") !== null) return;
      location.hash = list;
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [list]);
  const isGone = loaded.error instanceof Failure && loaded.error.status === 404;
  return (
    <Page
      title={text.title}
      aside={
        loaded.data && about.value?.canWrite === true ? (
          <RecordActions record={loaded.data.record} onChoose={setDeed} />
        ) : undefined
      }
    >
      <p class="crumb">
        <a href={list}>← {text.back}</a>
      </p>
      <Announcement />
      {isGone ? (
        <Empty title={text.notFound}>{text.notFoundHint}</Empty>
      ) : (
        <Show of={loaded}>{(answer) => <Content answer={answer} erasure={erasure} />}</Show>
      )}
      {deed !== undefined && loaded.data && (
        <RecordDialog
          deed={deed}
          record={loaded.data.record}
          erasure={erasure}
          scope={scope}
          onClose={() => setDeed(undefined)}
          onDone={(isThere) => {
            setDeed(undefined);
            if (!isThere) {
              location.hash = list;
              return;
            }
            loaded.reload();
            erasure.reload();
          }}
        />
      )}
    </Page>
  );
}

function Content({
  answer,
  erasure,
}: {
  readonly answer: RecordAnswer;
  readonly erasure: Loaded<ErasureAnswer>;
}): JSX.Element {
  const text = words();
  const now = presentMoment();
  const { record, isCut, versions, replacedBy, replaces } = answer;
  const { content, kind, origin, speaker, createdAt } = record;
  return (
    <div class="columns wide-first record">
      <div class="stack">
        <article class="record-text">
          <p class="memory-text">{content}</p>
          {isCut && <p class="faint">{text.isCut}</p>}
          <p class="row">
            <span class="tag">{nameOf(kind)}</span>
            <span class="tag">{nameOf(origin)}</span>
            {speaker !== undefined && <span class="tag">{speaker}</span>}
            <Marks row={record} now={now} />
            <time class="faint" dateTime={createdAt} title={dateTime(createdAt)}>
              {relative(createdAt, now)}
            </time>
          </p>
        </article>
        <RowsCard title={text.replacedBy} rows={replacedBy} />
        <RowsCard title={text.replaces} rows={replaces} />
        <SourcesCard answer={answer} />
        <DerivedCard erasure={erasure} />
        {record.thread !== undefined && <ThreadCard answer={answer} />}
        <HistoryCard versions={versions} />
      </div>
      <div class="stack">
        <StrengthCard record={record} />
        <Card title={text.erasure}>
          <Show of={erasure} lines={3}>
            {(data) => <ErasureCounts answer={data} />}
          </Show>
        </Card>
        <Card title={text.fields}>
          <dl class="facts">
            {fieldValues(record).map(({ name, text: value }) => (
              <>
                <dt>{text.fieldNames[name]}</dt>
                <dd class={name === "id" || name === "metadata" || name === "value" ? "code" : ""}>
                  {value}
                </dd>
              </>
            ))}
          </dl>
        </Card>
      </div>
    </div>
  );
}
