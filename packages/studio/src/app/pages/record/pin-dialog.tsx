import type { JSX } from "preact";

import { ask } from "../../data/source.js";
import { announce } from "../../parts/announcement.js";
import { Dialog } from "../../parts/dialog.js";
import { DeedFooter } from "./deed-footer.js";
import type { DialogProps } from "./dialog-props.js";
import { useDeed } from "./use-deed.js";
import { words } from "./words.js";

/** Pins a memory, or takes the pin back. */
export function PinDialog({ record, scope, onClose, onDone }: DialogProps): JSX.Element {
  const text = words();
  const { id, version, pinned } = record;
  const doing = useDeed(async () => {
    await ask("edit", { scope, id, ifVersion: version, changes: { pinned: !pinned } });
    announce(pinned ? text.unpinDone : text.pinDone);
    onDone(true);
  });
  return (
    <Dialog title={pinned ? text.unpinTitle : text.pinTitle} onClose={onClose}>
      <p>{pinned ? text.unpinWill : text.pinWill}</p>
      <DeedFooter label={pinned ? text.unpin : text.pin} doing={doing} onClose={onClose} />
    </Dialog>
  );
}
