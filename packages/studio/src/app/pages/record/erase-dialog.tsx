import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { ask } from "../../data/source.js";
import { announce } from "../../parts/announcement.js";
import { Dialog } from "../../parts/dialog.js";
import { Show } from "../../parts/states.js";
import { number } from "../../words/format.js";
import { shared } from "../../words/shared.js";
import { DeedFooter } from "./deed-footer.js";
import type { DialogProps } from "./dialog-props.js";
import { ErasureCounts } from "./erasure-counts.js";
import { useDeed } from "./use-deed.js";
import { words } from "./words.js";

/** Erases a memory for good, once a word was typed. */
export function EraseDialog({ record, scope, erasure, onClose, onDone }: DialogProps): JSX.Element {
  const text = words();
  const [typed, setTyped] = useState("");
  const { id, version } = record;
  const isTyped = typed.trim().toLowerCase() === text.eraseWord;
  const isReady = isTyped && erasure.data !== undefined;
  const doing = useDeed(async () => {
    const { records, derived, revisions } = await ask("erase", { scope, id, ifVersion: version });
    const versions = `${number(revisions)} ${text.counts.revisions(revisions)}`;
    announce(text.erased(shared().memories(records + derived), versions));
    onDone(false);
  });
  return (
    <Dialog title={text.eraseTitle} onClose={onClose}>
      <p class="memory-text going">{record.content.slice(0, 300)}</p>
      <p class="notice red">{text.eraseWill}</p>
      <Show of={erasure} lines={3}>
        {(answer) => <ErasureCounts answer={answer} />}
      </Show>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) doing.run();
        }}
      >
        <label class="field">
          {text.eraseType(text.eraseWord)}
          <input
            class="input"
            autocomplete="off"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
      </form>
      <DeedFooter
        label={text.erase}
        kind="danger"
        doing={doing}
        isReady={isReady}
        onClose={onClose}
      />
    </Dialog>
  );
}
