import type { CallOptions, MemoryRecord, Receipt, RememberInput } from "@kioku/core";

import { unlessConflict } from "../../records/conflicts.js";
import type { ImageHost } from "../model/image-host.js";
import { attemptsOf, nextVersion, sourceOf } from "../model/image-record.js";

type Outcome = "written" | "refused" | "gone";

/** Makes the input that gives an image its caption. */
export function captionInput(
  record: MemoryRecord,
  caption: string,
  { model }: Pick<ImageHost, "model">,
): RememberInput {
  const { attempts: _, ...metadata } = record.metadata;
  const by = model === undefined ? {} : { captionedBy: model.id };
  const given = { ...metadata, ...by, state: "captioned" };
  return nextVersion(record, { content: caption, metadata: given, index: true });
}

/** Makes the input of an image that no model describes, so that it waits no longer. */
export function withoutCaption(record: MemoryRecord): RememberInput {
  const { attempts: _, ...metadata } = record.metadata;
  const content = `image of ${sourceOf(record)} that could not be described`;
  const given = { ...metadata, state: "captioned", isDescribed: false };
  return nextVersion(record, { content, metadata: given, index: true });
}

/** Makes the input that counts a failure. */
export function failedInput(record: MemoryRecord): RememberInput {
  const { content } = record;
  const metadata = { ...record.metadata, attempts: attemptsOf(record) + 1 };
  return nextVersion(record, { content, metadata, index: false });
}

/**
 * Writes versions of images at once. If one of them was changed or removed in the meantime, each is
 * written alone, and those are left out. Returns what became of each.
 */
export async function writeVersions(
  { memory }: ImageHost,
  inputs: readonly RememberInput[],
  options: CallOptions,
): Promise<readonly Outcome[]> {
  if (inputs.length === 0) return [];
  const receipts = await unlessConflict(memory.rememberAll(inputs, options));
  if (receipts) return receipts.map(outcomeOf);
  const outcomes: Outcome[] = [];
  for (const input of inputs) {
    const receipt = await unlessConflict(memory.remember(input, options));
    outcomes.push(receipt ? outcomeOf(receipt) : "gone");
  }
  return outcomes;
}

function outcomeOf({ status }: Receipt): Outcome {
  return status === "rejected" ? "refused" : "written";
}
