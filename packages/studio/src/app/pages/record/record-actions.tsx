import type { MemoryRecord } from "@kioku/core";
import type { JSX } from "preact";

import type { Sent } from "../../../wire/sent.js";
import { Button } from "../../parts/button.js";
import { words } from "./words.js";

/** What can be done to a memory. */
export type Deed = "edit" | "pin" | "forget" | "erase";

/** Buttons for what can be done; each opens a dialog that says what it will do. */
export function RecordActions({
  record,
  onChoose,
}: {
  readonly record: Sent<MemoryRecord>;
  readonly onChoose: (deed: Deed) => void;
}): JSX.Element {
  const text = words();
  return (
    <div class="row">
      <Button onClick={() => onChoose("edit")}>{text.edit}</Button>
      <Button onClick={() => onChoose("pin")}>{record.pinned ? text.unpin : text.pin}</Button>
      <Button onClick={() => onChoose("forget")}>{text.forget}</Button>
      <Button kind="danger" onClick={() => onChoose("erase")}>
        {text.erase}
      </Button>
    </div>
  );
}
