import { MemoryError, type MemoryRecord } from "@kioku/core";
import { MAX_NAME_LENGTH } from "@kioku/core/toolkit";

import type { MemoryToolCall } from "../definition/tool-definition.js";
import type { TextSchema } from "../definition/tool-schema.js";
import { runInTurn } from "../run-in-turn.js";
import type { ChangeAnswer } from "./memory-tool.js";
import type { ResolvedToolsOptions } from "./memory-tools-options.js";

/** Length of a text that finds its memory again, in UTF-16 units. */
const MAX_QUERY = 2_000;

/** Most sources of a memory that an answer names. */
const MOST_NAMED = 5;

/** Argument for the id of a memory. */
export const ID_ARGUMENT: TextSchema = {
  type: "string",
  description: "The id of the memory, as it stands in brackets before it. Never a guess.",
  maxLength: MAX_NAME_LENGTH,
};

/** A change of one memory. */
interface Change<Answer> {
  readonly options: ResolvedToolsOptions;
  readonly call: MemoryToolCall;
  readonly apply: (record: MemoryRecord) => Promise<Answer>;
}

/** Answer of a tool that changed nothing. */
type Unchanged = ChangeAnswer<never>;

/** Changes a memory that the tools can show and may change. Answers what a model can mend. */
export async function changeVisible<Answer>(
  id: string,
  { options, call, apply }: Change<Answer>,
): Promise<Answer | Unchanged> {
  try {
    return await runInTurn(call.memory, { name: id, signal: call.signal }, async () => {
      const record = await findVisible(id, options, call);
      if (!record) return unknown(id);
      return protectedBy(record) ?? (await apply(record));
    });
  } catch (error) {
    if (call.signal?.aborted || !MemoryError.is(error)) throw error;
    const answer = answerOf(error, id);
    if (!answer) throw error;
    return answer;
  }
}

/** Returns the answer of a change that failed. */
export function unchanged(status: Unchanged["status"], why: string): Unchanged {
  return { status, text: `It was not changed: ${why}` };
}

/**
 * Returns the answer to a change of a protected memory: a pinned one, or the app's own data, such
 * as entries, messages of a chat and files.
 */
export function protectedBy(record: MemoryRecord): ChangeAnswer<never> | undefined {
  const { pinned, key, value, origin, sources } = record;
  if (pinned) return unchanged("protected", "the application has pinned it.");
  if (key === undefined && value === undefined) return undefined;
  if (origin !== "derived" || sources.length === 0) {
    return unchanged("protected", "it is an entry of the application.");
  }
  const ids = sources.slice(0, MOST_NAMED).join(", ");
  return unchanged("protected", `it was made of other memories, which can be changed: ${ids}.`);
}

function answerOf({ code, message }: MemoryError, id: string): Unchanged | undefined {
  if (code === "not-found") return unknown(id);
  if (code === "conflict") {
    return unchanged("conflict", "somebody else changed it just now. Look it up again.");
  }
  const isRefusal = code === "rejected-by-plugin" || code === "untrusted";
  return isRefusal ? unchanged("rejected", message) : undefined;
}

function unknown(id: string): Unchanged {
  const name = JSON.stringify(id.slice(0, 64));
  const text = `There is no memory with the id ${name}. Nothing was changed.`;
  return { status: "unknown", text };
}

/**
 * Returns the record of an id if `recall` of the same tools could show it. A model cannot change
 * what it cannot see, even if it has guessed the id.
 */
async function findVisible(
  id: string,
  { settings }: ResolvedToolsOptions,
  { memory, signal }: MemoryToolCall,
): Promise<MemoryRecord | undefined> {
  const record = await memory.read(id, { signal });
  if (!record) return undefined;
  const { kinds, filter, exclude, includeArchived } = settings;
  const query = {
    query: record.content.slice(0, MAX_QUERY),
    kinds,
    filter: { $and: [filter ?? { $and: [] }, { "@id": id }] },
    exclude,
    includeArchived,
    minScore: 0,
    limit: 1,
    rerank: false,
  };
  // Its own words find it without an embedder. A text without words is found by meaning.
  const [byWords] = await memory.recall({ ...query, mode: "keyword" }, { signal });
  if (byWords) return byWords;
  const [byMeaning] = await memory.recall(query, { signal });
  return byMeaning;
}
