import { isMarkedFresh, markedTrust, partsOf } from "../turn/marks.js";
import type { ShownMark, TurnMessage } from "../turn/marks.js";
import { injectedPart, isOfUser } from "../turn/prompt-words.js";
import type { Recalled } from "./turn.js";

/** Returns a copy of the prompt with the recalled memories. */
export function withRecalled(
  prompt: readonly TurnMessage[],
  recalled: Recalled,
  inject: "user" | "instructions",
): readonly TurnMessage[] {
  const { text } = recalled;
  if (text === "") return prompt;
  if (inject === "instructions") return withInstructions(prompt, recalled);
  // Some providers join texts without a separator.
  const part = injectedPart(`${text}\n\n`, shownMark(recalled));
  const index = prompt.findLastIndex(
    ({ role, content }) => role === "user" && partsOf(content).some(isOfUser),
  );
  const message = prompt[index];
  if (!message) {
    return prompt.toSpliced(instructionsEnd(prompt), 0, { role: "user", content: [part] });
  }
  const parts = partsOf(message.content);
  const content = parts.toSpliced(parts.findIndex(isOfUser), 0, part);
  return prompt.with(index, { ...message, content });
}

function withInstructions(
  prompt: readonly TurnMessage[],
  recalled: Recalled,
): readonly TurnMessage[] {
  const { text } = recalled;
  const index = instructionsEnd(prompt) - 1;
  const message = prompt[index];
  if (!message) {
    return [{ role: "system", content: text, providerOptions: shownMark(recalled) }, ...prompt];
  }
  const { providerOptions } = message;
  return prompt.with(index, {
    ...message,
    content: `${String(message.content)}\n\n${text}`,
    providerOptions: {
      ...(providerOptions as object | undefined),
      ...shownMark(recalled, providerOptions),
    },
  });
}

/** Returns the mark of recalled memories, together with an earlier one on the same words. */
function shownMark({ trust, read }: Recalled, earlier?: unknown): ShownMark {
  const least = Math.min(trust, markedTrust(earlier) ?? 1);
  const isFresh = isMarkedFresh(earlier) || read.some((one) => one.isFresh);
  return { kioku: { trust: least, ...(isFresh && { isFresh }) } };
}

function instructionsEnd(prompt: readonly TurnMessage[]): number {
  const index = prompt.findIndex(({ role }) => role !== "system");
  return index === -1 ? prompt.length : index;
}
