import type { MemoryRecord } from "@kioku/core";
import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { Sent } from "../../../wire/sent.js";
import { ask, Failure } from "../../data/source.js";
import { announce } from "../../parts/announcement.js";
import { Dialog } from "../../parts/dialog.js";
import { DiffText } from "../../parts/diff-text.js";
import { Slider } from "../../parts/fields.js";
import { number } from "../../words/format.js";
import { DeedFooter } from "./deed-footer.js";
import type { DialogProps } from "./dialog-props.js";
import { changesOf, type Draft, draftOf, rebased } from "./draft.js";
import { useDeed } from "./use-deed.js";
import { words } from "./words.js";

/** Changes a memory: shows the changes before they are saved, and what others changed meanwhile. */
export function EditDialog({ record, scope, onClose, onDone }: DialogProps): JSX.Element {
  const text = words();
  const { id } = record;
  const [draft, setDraft] = useState(() => draftOf(record));
  const [newer, setNewer] = useState<Sent<MemoryRecord>>();
  const base = newer ?? record;
  const changes = changesOf(base, draft);
  const isChanged = Object.keys(changes).length > 0;
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const doing = useDeed(async () => {
    try {
      const { version } = await ask("edit", { scope, id, ifVersion: base.version, changes });
      announce(text.saved(version));
      onDone(true);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "conflict") throw error;
      const { record: after } = await ask("record", { scope, id });
      setDraft(rebased(draft, base, after));
      setNewer(after);
    }
  });
  const field = (name: "kind" | "speaker"): JSX.Element => (
    <label class="field">
      {text[name]}
      <input
        class="input"
        value={draft[name]}
        onInput={({ currentTarget }) => set({ [name]: currentTarget.value })}
      />
    </label>
  );
  const moment = (name: "occurredAt" | "validFrom" | "validTo"): JSX.Element => (
    <label class="field">
      {text[name]}
      <input
        class="input"
        type="datetime-local"
        value={draft[name]}
        onInput={({ currentTarget }) => set({ [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <Dialog title={text.editTitle} onClose={onClose}>
      {newer && (
        <p class="notice gold" role="alert">
          {text.conflict(newer.version)}
        </p>
      )}
      <label class="field">
        {text.text}
        <textarea
          class="input"
          rows={4}
          value={draft.content}
          onInput={({ currentTarget }) => set({ content: currentTarget.value })}
        />
      </label>
      <div class="edit-fields">
        {field("kind")}
        {field("speaker")}
        <Slider
          label={text.importance}
          value={draft.importance}
          min={0}
          max={1}
          step={0.05}
          show={(value) => number(value, 2)}
          onChange={(importance) => set({ importance })}
        />
        {moment("occurredAt")}
        {moment("validFrom")}
        {moment("validTo")}
      </div>
      <section aria-label={text.change} class="stack">
        <h3>{text.change}</h3>
        {isChanged ? <Changes base={base} draft={draft} /> : <p class="faint">{text.noChange}</p>}
        <p class="faint">{text.editWill(base.version + 1)}</p>
      </section>
      <DeedFooter label={text.save} doing={doing} isReady={isChanged} onClose={onClose} />
    </Dialog>
  );
}

function Changes({
  base,
  draft,
}: {
  readonly base: Sent<MemoryRecord>;
  readonly draft: Draft;
}): JSX.Element {
  const text = words();
  const before = draftOf(base);
  const names = Object.keys(changesOf(base, draft)) as (keyof Draft)[];
  return (
    <dl class="facts diff">
      {names.map((name) => (
        <>
          <dt>{name === "content" ? text.text : text[name]}</dt>
          <dd>
            {name === "content" ? (
              <DiffText before={before.content} after={draft.content} />
            ) : (
              <>
                <del>{before[name] === "" ? "–" : before[name]}</del> <ins>{draft[name]}</ins>
              </>
            )}
          </dd>
        </>
      ))}
    </dl>
  );
}
