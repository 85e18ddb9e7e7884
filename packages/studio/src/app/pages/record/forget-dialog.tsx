import type { JSX } from "preact";

import { ask } from "../../data/source.js";
import { announce } from "../../parts/announcement.js";
import { Dialog } from "../../parts/dialog.js";
import { Show } from "../../parts/states.js";
import { nameOf } from "../../words/memory-words.js";
import { DeedFooter } from "./deed-footer.js";
import type { DialogProps } from "./dialog-props.js";
import { useDeed } from "./use-deed.js";
import { words } from "./words.js";

/** Forgets a memory: its history stays, and derived facts follow. */
export function ForgetDialog({
  record,
  scope,
  erasure,
  onClose,
  onDone,
}: DialogProps): JSX.Element {
  const text = words();
  const { id, version } = record;
  const doing = useDeed(async () => {
    const { forgotten } = await ask("forget", { scope, id, ifVersion: version });
    announce(text.forgotten(forgotten));
    onDone(false);
  });
  return (
    <Dialog title={text.forgetTitle} onClose={onClose}>
      <p class="memory-text going">{record.content.slice(0, 300)}</p>
      <p>{text.forgetWill}</p>
      <Show of={erasure} lines={1}>
        {({ derived, derivedRows }) => (
          <>
            <p>{derived === 0 ? text.forgetNone : text.forgetDerived(derived)}</p>
            <ul class="related">
              {derivedRows.slice(0, 5).map((row) => (
                <li key={row.id}>
                  <p class="memory-text">{row.text}</p>
                  <p class="faint">{nameOf(row.kind)}</p>
                </li>
              ))}
            </ul>
          </>
        )}
      </Show>
      <DeedFooter
        label={text.forget}
        doing={doing}
        isReady={erasure.data !== undefined}
        onClose={onClose}
      />
    </Dialog>
  );
}
