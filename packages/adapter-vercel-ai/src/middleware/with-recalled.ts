import { injectedPart, isOfUser } from "../turn/message-words.js";
import { markedTrust, partsOf, trustMark } from "../turn/told-trust.js";
import type { TurnMessage } from "../turn/told-trust.js";
import type { Recalled } from "./turn.js";

/** A copy of the prompt with what was recalled in it; the prompt itself belongs to the AI SDK. */
export function withRecalled(
  prompt: readonly TurnMessage[],
  { text, trust }: Recalled,
  inject: "user" | "instructions",
): readonly TurnMessage[] {
  if (text === "") return prompt;
  if (inject === "instructions") return withInstructions(prompt, text, trust);
  // Some providers put texts one behind the other with nothing between.
  const part = injectedPart(`${text}\n\n`, trust);
  const place = prompt.findLastIndex(
    ({ role, content }) => role === "user" && partsOf(content).some(isOfUser),
  );
  const message = prompt[place];
  if (!message) return inserted(prompt, firstSaid(prompt), { role: "user", content: [part] });
  const parts = partsOf(message.content);
  const before = parts.findIndex(isOfUser);
  const content = [...parts.slice(0, before), part, ...parts.slice(before)];
  return prompt.with(place, { ...message, content });
}

function withInstructions(
  prompt: readonly TurnMessage[],
  text: string,
  trust: number,
): readonly TurnMessage[] {
  const place = firstSaid(prompt) - 1;
  const message = prompt[place];
  if (!message)
    return [{ role: "system", content: text, providerOptions: trustMark(trust) }, ...prompt];
  const { providerOptions } = message;
  const least = Math.min(trust, markedTrust(providerOptions) ?? 1);
  return prompt.with(place, {
    ...message,
    content: `${String(message.content)}\n\n${text}`,
    providerOptions: { ...(providerOptions as object | undefined), ...trustMark(least) },
  });
}

/** Where the instructions end. */
function firstSaid(prompt: readonly TurnMessage[]): number {
  const place = prompt.findIndex(({ role }) => role !== "system");
  return place === -1 ? prompt.length : place;
}

function inserted(
  prompt: readonly TurnMessage[],
  place: number,
  message: TurnMessage,
): readonly TurnMessage[] {
  return [...prompt.slice(0, place), message, ...prompt.slice(place)];
}
