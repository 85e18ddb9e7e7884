import { markedTrust, partsOf, trustMark, type TurnMessage } from "../turn/marks.js";
import { injectedPart, isOfUser } from "../turn/prompt-words.js";
import type { Recalled } from "./turn.js";

/** Returns a copy of the prompt with the recalled memories. */
export function withRecalled(
  prompt: readonly TurnMessage[],
  { text, trust }: Recalled,
  inject: "user" | "instructions",
): readonly TurnMessage[] {
  if (text === "") return prompt;
  if (inject === "instructions") return withInstructions(prompt, text, trust);
  // Some providers join texts without a separator.
  const part = injectedPart(`${text}\n\n`, trust);
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
  text: string,
  trust: number,
): readonly TurnMessage[] {
  const index = instructionsEnd(prompt) - 1;
  const message = prompt[index];
  if (!message) {
    return [{ role: "system", content: text, providerOptions: trustMark(trust) }, ...prompt];
  }
  const { providerOptions } = message;
  const least = Math.min(trust, markedTrust(providerOptions) ?? 1);
  return prompt.with(index, {
    ...message,
    content: `${String(message.content)}\n\n${text}`,
    providerOptions: { ...(providerOptions as object | undefined), ...trustMark(least) },
  });
}

function instructionsEnd(prompt: readonly TurnMessage[]): number {
  const index = prompt.findIndex(({ role }) => role !== "system");
  return index === -1 ? prompt.length : index;
}
