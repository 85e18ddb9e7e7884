import { MOST_UNTRUSTED } from "@kioku/core/toolkit";

import { judgeTrust, lowerVerdict, type ReadText, type TrustVerdict } from "./judge-trust.js";

/** Longest cause in a history, in UTF-16 units. */
const MAX_CAUSE = 200;

/** Part of a tool call that judges texts. */
interface JudgingCall {
  trust(
    written: string,
    replaced: readonly ReadText[],
  ): number | TrustVerdict | Promise<number | TrustVerdict>;
}

/** Returns the verdict of the host on a text, which may also repeat the memory that it replaces. */
export async function trustOfText(
  content: string,
  call: JudgingCall,
  replaced: readonly ReadText[] = [],
): Promise<TrustVerdict> {
  const given = await call.trust(content, replaced);
  if (typeof given !== "number") return given;
  return lowerVerdict({ trust: given, because: [] }, judgeTrust(content, replaced));
}

/** Returns the verdict without words of the text, which may be a secret. */
export function withoutWords({ trust, because }: TrustVerdict): TrustVerdict {
  return { trust, because: because.map((one) => ({ ...one, shared: [] })) };
}

/** Returns the cause of a write for its history, if the text of this name is not trusted. */
export function causeOf({ trust, because }: TrustVerdict, name = "it"): string | undefined {
  const sources = because.map(({ tool, toolCallId, memory, url }) => {
    if (memory !== undefined) return `memory ${memory}`;
    const called = tool ?? url ?? "an unknown source";
    return toolCallId === undefined ? called : `${called} (${toolCallId})`;
  });
  if (trust > MOST_UNTRUSTED || sources.length === 0) return undefined;
  return `${name} may repeat ${sources.join(", ")}`.slice(0, MAX_CAUSE);
}

/** Answer of a tool that may have written something. */
interface Written {
  /** Words for the model. */
  readonly text: string;
  /** Id of what was written, if anything was. */
  readonly id?: string;
}

/** Returns the answer with the verdict on what it wrote, if that is not full trust. */
export function withVerdict<Answer extends Written>(
  answer: Answer,
  { trust, because }: TrustVerdict,
): Answer & Partial<TrustVerdict> {
  if (trust === 1 || answer.id === undefined) return answer;
  const isUntrusted = trust <= MOST_UNTRUSTED;
  const note = " It is marked as untrusted, since it may repeat text of strangers.";
  return { ...answer, text: isUntrusted ? `${answer.text}${note}` : answer.text, trust, because };
}
