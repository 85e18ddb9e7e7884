import { MemoryError } from "@kioku/core";
import type { MemoryRecord } from "@kioku/core";
import { MAX_NAME_LENGTH } from "@kioku/core/toolkit";

import { inTurn } from "../in-turn.js";
import { findVisible } from "./find-visible.js";
import type { ChangeAnswer, MemoryToolCall } from "./memory-tool.js";
import type { ResolvedToolsOptions } from "./memory-tools-options.js";
import type { TextArgument } from "./tool-parameters.js";

/** The argument that says which memory to change. */
export const ID_ARGUMENT: TextArgument = {
  type: "string",
  description: "The id of the memory, as it stands in brackets before it. Never a guess.",
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
};

/** What to do, and for whom. */
interface VisibleChange<Answer> {
  readonly options: ResolvedToolsOptions;
  readonly call: MemoryToolCall;
  readonly work: (record: MemoryRecord) => Promise<Answer>;
}

/** What both tools answer where nothing was changed. */
type Unchanged = ChangeAnswer<never>;

/**
 * Changes a memory that the tools can show and may change. Answers in words what a model can
 * understand and mend; everything else is a failure.
 */
export async function changeVisible<Answer>(
  id: string,
  { options, call, work }: VisibleChange<Answer>,
): Promise<Answer | Unchanged> {
  try {
    // Of calls at the same time the second sees what the first has done.
    return await inTurn(call.memory, { thing: id, signal: call.signal }, async () => {
      const record = await findVisible(id, options, call);
      if (!record) return unknown(id);
      return whyProtected(record) ?? (await work(record));
    });
  } catch (error) {
    if (call.signal?.aborted || !MemoryError.is(error)) throw error;
    const answer = inWords(error, id);
    if (!answer) throw error;
    return answer;
  }
}

/** Says why nothing was changed. */
export function unchanged(status: Unchanged["status"], why: string): Unchanged {
  return { status, text: `It was not changed: ${why}` };
}

/**
 * What has a key or a value is the app's own data: entries, the messages of a chat history, files.
 */
function whyProtected({ pinned, key, value }: MemoryRecord): Unchanged | undefined {
  if (pinned) return unchanged("protected", "the application has pinned it.");
  if (key === undefined && value === undefined) return undefined;
  return unchanged("protected", "it is an entry of the application.");
}

function inWords({ code, message }: MemoryError, id: string): Unchanged | undefined {
  if (code === "not-found") return unknown(id);
  if (code === "conflict") {
    return unchanged("conflict", "somebody else changed it just now. Look it up again.");
  }
  const isRefusal = code === "rejected-by-plugin" || code === "untrusted";
  return isRefusal ? unchanged("rejected", message) : undefined;
}

function unknown(id: string): Unchanged {
  const name = JSON.stringify(id.slice(0, 64));
  return {
    status: "unknown",
    text: `There is no memory with the id ${name}. Nothing was changed.`,
  };
}
