import type { RememberInput } from "@kioku/core";
import { MAX_NAME_LENGTH } from "@kioku/core/toolkit";
import type { BaseMessage } from "@langchain/core/messages";

/** Name that LangChain gives the answers of an agent without a name. */
const NAMELESS_AGENT = "model";

/** Returns who said a message, if it has a name that a record can keep. */
export function speakerOf({ name, type }: BaseMessage): Pick<RememberInput, "speaker"> {
  if (type === "ai" && name === NAMELESS_AGENT) return {};
  const isName = typeof name === "string" && name.trim() !== "" && name.length <= MAX_NAME_LENGTH;
  return isName ? { speaker: name } : {};
}
