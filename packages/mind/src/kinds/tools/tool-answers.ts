import type { Receipt } from "@kioku/core";
import { MemoryError } from "@kioku/core";
import type { ToolAnswer } from "@kioku/tools";

/** Statuses of errors that a model can mend. */
const STATUSES: Readonly<Record<string, string>> = {
  "invalid-input": "invalid",
  "not-found": "unknown",
  untrusted: "rejected",
  "rejected-by-plugin": "rejected",
  conflict: "conflict",
};

/** Arguments of a tool by the names that errors of the kinds have for them. */
type ArgumentNames = Readonly<Record<string, string>>;

/** Runs a tool; what a model can mend becomes an answer, by the names of the arguments. */
export async function inWords<Answer extends ToolAnswer>(
  work: () => Promise<Answer>,
  names: ArgumentNames = {},
): Promise<Answer | ToolAnswer> {
  try {
    return await work();
  } catch (error) {
    const status = MemoryError.is(error) ? STATUSES[error.code] : undefined;
    if (!MemoryError.is(error) || status === undefined) throw error;
    // No memory is in it.
    return { status, text: `Nothing was changed: ${wordsOf(error, names)}`, trust: 1 };
  }
}

function wordsOf({ code, message: given }: MemoryError, names: ArgumentNames): string {
  const [name = "", argument = ""] =
    Object.entries(names).find(([one]) => given.startsWith(one)) ?? [];
  const message = `${argument}${given.slice(name.length)}`;
  if (code === "not-found") return `${message}. Search for the ids first.`;
  if (code === "untrusted") return "what is there is trusted more than what can be written now.";
  if (code === "conflict") return "somebody else changed it meanwhile. Look it up and try again.";
  return `${message}.`;
}

/** Tells what became of items, with their ids. */
export function receiptsInWords(receipts: readonly Receipt[]): ToolAnswer {
  const idsOf = (isThere: boolean): readonly string[] =>
    receipts.flatMap((one) =>
      one.status !== "rejected" && (one.status === "duplicate") === isThere ? one.record.id : [],
    );
  const [stored, there] = [idsOf(false), idsOf(true)];
  const sentences = [
    ...(stored.length === 0 ? [] : [`Stored with ${inList(stored)}.`]),
    ...(there.length === 0 ? [] : [`There already with ${inList([...new Set(there)])}.`]),
  ];
  const [id] = [...stored, ...there];
  return {
    status: stored.length > 0 || there.length === 0 ? "stored" : "duplicate",
    text: sentences.join(" ") || "There was nothing to store.",
    ...(id === undefined ? {} : { id }),
  };
}

function inList(ids: readonly string[]): string {
  return ids.length === 1 ? `the id ${ids[0] ?? ""}` : `the ids ${ids.join(", ")}`;
}
