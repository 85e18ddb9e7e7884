import type { ComponentChildren, JSX } from "preact";

import { Dialog } from "../../parts/dialog.js";
import { DeedFooter } from "../record/deed-footer.js";
import { useDeed } from "../record/use-deed.js";

/** Tells what will be done, does it, and closes. */
export function DeedDialog({
  title,
  label,
  kind,
  work,
  onClose,
  children,
}: {
  readonly title: string;
  readonly label: string;
  readonly kind: "primary" | "danger";
  readonly work: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const doing = useDeed(async () => {
    await work();
    onClose();
  });
  return (
    <Dialog {...{ title, onClose }}>
      {children}
      <DeedFooter {...{ label, kind, doing, onClose }} />
    </Dialog>
  );
}
