import type { JSX } from "preact";

import type { DialogProps } from "./dialog-props.js";
import { EditDialog } from "./edit-dialog.js";
import { EraseDialog } from "./erase-dialog.js";
import { ForgetDialog } from "./forget-dialog.js";
import { PinDialog } from "./pin-dialog.js";
import type { Deed } from "./record-actions.js";

const DIALOGS = { edit: EditDialog, pin: PinDialog, forget: ForgetDialog, erase: EraseDialog };

/** Dialog that says what will be done to a memory, and does it. */
export function RecordDialog({
  deed,
  ...props
}: DialogProps & { readonly deed: Deed }): JSX.Element {
  const View = DIALOGS[deed];
  return <View {...props} />;
}
