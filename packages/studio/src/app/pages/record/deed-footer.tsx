import type { JSX } from "preact";

import { Button } from "../../parts/button.js";
import { messageOf } from "../../parts/states.js";
import { shared } from "../../words/shared.js";
import type { Doing } from "./use-deed.js";

/** End of a dialog: what failed, the way out, and the button that does it. */
export function DeedFooter({
  label,
  kind = "primary",
  doing,
  isReady = true,
  onClose,
}: {
  readonly label: string;
  readonly kind?: "primary" | "danger";
  readonly doing: Doing;
  /** False while it must not be done yet. */
  readonly isReady?: boolean;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <>
      {doing.error !== undefined && (
        <p class="notice red" role="alert">
          {messageOf(doing.error)}
        </p>
      )}
      <footer>
        <Button onClick={onClose}>{shared().cancel}</Button>
        <Button kind={kind} disabled={!isReady} aria-busy={doing.isDoing} onClick={doing.run}>
          {label}
        </Button>
      </footer>
    </>
  );
}
