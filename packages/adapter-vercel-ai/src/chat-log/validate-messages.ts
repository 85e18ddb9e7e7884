import { placesOf } from "@kioku/core/toolkit";
import { validateUIMessages } from "ai";
import type { UIMessage } from "ai";

/** What `validateUIMessages` of the AI SDK takes. */
type ValidateInput<Message extends UIMessage> = Parameters<typeof validateUIMessages<Message>>[0];

/**
 * Schemas that messages are checked by, as `validateUIMessages` of the AI SDK takes them. What has
 * no schema is taken as it is.
 */
export interface MessageSchemas<Message extends UIMessage = UIMessage> {
  /** Tools by name: inputs and outputs of their calls are checked by their schemas. */
  readonly tools?: ValidateInput<Message>["tools"] | undefined;
  /**
   * Schemas of data parts, by the name after `data-`. With some, a data part of another name is
   * refused.
   */
  readonly dataSchemas?: ValidateInput<Message>["dataSchemas"] | undefined;
  /** Schema of `metadata`. */
  readonly metadataSchema?: ValidateInput<Message>["metadataSchema"] | undefined;
}

/** Issues of a Standard Schema, as far as places go. */
type Issues = Parameters<typeof placesOf>[0];

/** A message that does not fit. */
interface Misfit {
  /** Its place in the list. */
  readonly index: number;
  /** Where in it, such as ` at .parts[0]`; empty if that is not known. Never its text. */
  readonly place: string;
}

/** What the AI SDK made of messages, or the first one that does not fit. */
export type Validated<Message extends UIMessage> =
  | { readonly messages: Message[] }
  | { readonly misfit: Misfit };

/**
 * Has the AI SDK check messages. What its errors say is left out, since they quote the messages.
 */
export async function validateMessages<Message extends UIMessage>(
  messages: readonly unknown[],
  schemas: MessageSchemas<Message> = {},
): Promise<Validated<Message>> {
  // It refuses empty lists.
  if (messages.length === 0) return { messages: [] };
  try {
    return { messages: await validate(messages, schemas) };
  } catch (error) {
    return { misfit: await findMisfit(messages, schemas, error) };
  }
}

async function findMisfit<Message extends UIMessage>(
  messages: readonly unknown[],
  schemas: MessageSchemas<Message>,
  reason: unknown,
): Promise<Misfit> {
  for (const [index, message] of messages.entries()) {
    try {
      await validate([message], schemas);
    } catch (error) {
      return { index, place: placeOf(error) };
    }
  }
  return { index: 0, place: placeOf(reason) };
}

function validate<Message extends UIMessage>(
  messages: readonly unknown[],
  { tools, dataSchemas, metadataSchema }: MessageSchemas<Message>,
): Promise<Message[]> {
  return validateUIMessages<Message>({
    messages,
    ...(tools === undefined ? {} : { tools }),
    ...(dataSchemas === undefined ? {} : { dataSchemas }),
    ...(metadataSchema === undefined ? {} : { metadataSchema }),
  });
}

/** Where in the one message that was checked. */
function placeOf(error: unknown): string {
  const { cause, context } = (error ?? {}) as {
    readonly cause?: unknown;
    readonly context?: { readonly field?: unknown };
  };
  const field = typeof context?.field === "string" ? context.field : "";
  const inMessage = /^messages\[\d+\](?<place>[\w.[\]]{1,60})$/u.exec(field)?.groups?.["place"];
  if (inMessage !== undefined) return ` at ${inMessage}`;
  const issues = (cause as { readonly issues?: unknown } | undefined)?.issues;
  if (!Array.isArray(issues)) return "";
  const inner = (issues as Issues).map((issue) => ({ ...issue, path: issue.path?.slice(1) ?? [] }));
  return placesOf(inner);
}
