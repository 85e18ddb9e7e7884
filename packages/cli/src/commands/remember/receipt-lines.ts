import type { Receipt } from "@kioku/core";

import type { Printer } from "../../output/printer.js";
import { shown } from "../../output/shown.js";
import { wrap } from "../../output/wrap.js";
import { memoryLines } from "../../show/memory-lines.js";

/** Returns a receipt as programs get it. */
export function receiptToJson(receipt: Receipt): object {
  if (receipt.status === "rejected") {
    const { status, by, reason } = receipt;
    return { status, by, reason };
  }
  const { status, record } = receipt;
  const reason = receipt.status === "queued" ? { reason: receipt.reason } : {};
  return { status, ...reason, memory: record };
}

/** Returns what became of one text, and the memory. */
export function receiptLines(receipt: Receipt, print: Printer, now: Date): readonly string[] {
  const { style, columns } = print;
  if (receipt.status === "rejected") {
    return wrap(`Not remembered: ${whyRejected(receipt)}`, columns).map(style.bad);
  }
  const { record } = receipt;
  const isNew = record.version === 1;
  const done =
    receipt.status === "duplicate"
      ? "Known already, and stronger now"
      : isNew
        ? "Remembered"
        : `Remembered as version ${record.version}`;
  return [style.good(done), ...memoryLines(record, { print, now })];
}

/** Returns who refused a text, and why. */
export function whyRejected({ by, reason }: Receipt & { readonly status: "rejected" }): string {
  return shown(by === "trust" ? reason : `${by}: ${reason}`);
}

/** Returns what to know of a text that has no vector yet. */
export function whyQueued({ reason }: Receipt & { readonly status: "queued" }): string {
  return `It is found by its words only until "kioku reindex" embeds it: ${shown(reason)}`;
}
