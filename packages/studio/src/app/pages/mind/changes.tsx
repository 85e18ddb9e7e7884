import type { JSX } from "preact";

import type { AnswerOf } from "../../../wire/verbs.js";
import { shared } from "../../words/shared.js";
import { authorOf, changes as changeNames, recordHref, refusals } from "./names.js";
import { words } from "./words.js";

type Planned = AnswerOf<"planRun">["changes"][number];
type Past = AnswerOf<"run">["changes"][number];
type Refusal = AnswerOf<"run">["refused"][number];

const COLOURS: Readonly<Record<Planned["change"], string>> = {
  add: "green",
  reinforce: "",
  supersede: "accent",
  retract: "red",
  episode: "gold",
};

/** Changes of a run as a diff. Those of a past one lead to their records. */
export function Changes({
  changes,
  refused,
  total = changes.length,
  isUndo = false,
}: {
  readonly changes: readonly (Planned | Past)[];
  readonly refused: readonly Refusal[];
  /** Number of all changes. */
  readonly total?: number;
  /** True to show how they are taken back. */
  readonly isUndo?: boolean;
}): JSX.Element {
  const said = words();
  const isMixed = changes.some((one) => "canUndo" in one && one.canUndo);
  return (
    <>
      <ol class="changes">
        {changes.map((one, index) => (
          <li key={index}>
            <span class={`tag ${COLOURS[one.change]}`}>{changeNames()[one.change]}</span>
            <ChangeText of={one} isUndo={isUndo} />
            {!isUndo && <Aside of={one} isMixed={isMixed} />}
          </li>
        ))}
      </ol>
      {total > changes.length && <p class="faint">{said.more(total - changes.length)}</p>}
      {refused.length > 0 && (
        <details class="refused">
          <summary>{said.refused(refused.length)}</summary>
          <ol class="changes">
            {refused.map(({ text, reason, by }, index) => (
              <li key={index}>
                <span class="tag">{authorOf(by)}</span>
                <span class="memory-text">{text}</span>
                <span class="faint">{refusals()[reason] ?? reason}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

/** Author of a change, and where it leads to. */
function Aside({
  of,
  isMixed,
}: {
  readonly of: Planned | Past;
  /** True if only a part of the run is taken back, or can be. */
  readonly isMixed: boolean;
}): JSX.Element {
  const said = words();
  return (
    <span class="faint">
      {of.by !== "rule" && authorOf(of.by)}{" "}
      {isMixed && "canUndo" in of && !of.canUndo && said.taken}{" "}
      <a href={recordHref("id" in of ? of.id : (of.sources[0] ?? ""))}>
        {"id" in of ? shared().openRecord : said.openTurn}
      </a>
    </span>
  );
}

/** What a change removes and adds; what it leaves is text. */
function ChangeText({
  of: { change, text, replaces },
  isUndo,
}: {
  readonly of: Planned | Past;
  readonly isUndo: boolean;
}): JSX.Element {
  const isAdded = change === "add" || change === "supersede" || (isUndo && change === "episode");
  const isRemoved = change === "retract" && !isUndo;
  const own = isAdded ? [text] : [];
  const [removed, added] = isUndo ? [own, replaces] : [isRemoved ? [text] : replaces, own];
  return (
    <span class="diff memory-text">
      {removed.map((one) => (
        <>
          <del>{one}</del>{" "}
        </>
      ))}
      {added.map((one) => (
        <ins>{one}</ins>
      ))}
      {!isAdded && change !== "retract" && text}
    </span>
  );
}

/** Numbers of changes by sort, as coloured marks. */
export function Counts({
  counts,
}: {
  readonly counts: Readonly<Partial<Record<Planned["change"], number>>>;
}): JSX.Element {
  return (
    <span class="row">
      {(Object.keys(COLOURS) as Planned["change"][]).map((change) => {
        const count = counts[change] ?? 0;
        return (
          count > 0 && (
            <span key={change} class={`tag ${COLOURS[change]}`}>
              {count} {changeNames()[change]}
            </span>
          )
        );
      })}
    </span>
  );
}
