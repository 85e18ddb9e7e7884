import type { Revision } from "@kioku/core";
import type { JSX } from "preact";

import type { Sent } from "../../../wire/sent.js";
import { Card } from "../../parts/card.js";
import { DiffText } from "../../parts/diff-text.js";
import { presentMoment } from "../../parts/use-now.js";
import { dateTime, relative } from "../../words/format.js";
import { changedFields } from "./field-values.js";
import { words } from "./words.js";

/** Versions of a memory, the newest first, each as what it changed. */
export function HistoryCard({
  versions,
}: {
  /** The oldest first. */
  readonly versions: readonly Sent<Revision>[];
}): JSX.Element {
  const text = words();
  const now = presentMoment();
  const isCut = (versions[0]?.version ?? 1) > 1;
  return (
    <Card title={text.history}>
      <ol class="history" reversed>
        {versions.toReversed().map((one) => {
          const before = versions.find(({ version }) => version === one.version - 1);
          return (
            <li key={one.version}>
              <p class="faint">
                <span class="tag">{text[one.change]}</span> {text.version(one.version)} ·{" "}
                <time dateTime={one.at} title={dateTime(one.at)}>
                  {relative(one.at, now)}
                </time>
                {one.actor !== undefined && ` · ${text.by(one.actor)}`}
                {one.cause !== undefined && ` · ${one.cause}`}
              </p>
              <Change before={before} after={one} />
            </li>
          );
        })}
      </ol>
      {isCut && <p class="faint">{text.earlierLeftOut}</p>}
    </Card>
  );
}

function Change({
  before,
  after,
}: {
  readonly before: Sent<Revision> | undefined;
  readonly after: Sent<Revision>;
}): JSX.Element {
  const text = words();
  const record = after.record;
  if (record === undefined) return <></>;
  if (before?.record === undefined) return <p class="memory-text">{record.content}</p>;
  const fields = changedFields(before.record, record);
  const isSame = before.record.content === record.content;
  return (
    <>
      {!isSame && <DiffText before={before.record.content} after={record.content} />}
      {isSame && fields.length === 0 && <p class="faint">{text.sameText}</p>}
      {fields.length > 0 && (
        <dl class="facts diff">
          {fields.map(({ name, from, to }) => (
            <>
              <dt>{text.fieldNames[name]}</dt>
              <dd>
                {name === "metadata" || name === "value" ? (
                  <DiffText before={from} after={to} />
                ) : (
                  <>
                    <del>{from}</del> <ins>{to}</ins>
                  </>
                )}
              </dd>
            </>
          ))}
        </dl>
      )}
    </>
  );
}
