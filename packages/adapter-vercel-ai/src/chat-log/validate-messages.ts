import { issuePaths } from "@kioku/core/toolkit";
import { validateUIMessages, type UIMessage } from "ai";

type ValidateInput<Message extends UIMessage> = Parameters<typeof validateUIMessages<Message>>[0];

/**
 * Schemas for messages, as `validateUIMessages` of the AI SDK takes them. Parts without a schema
 * are not checked.
 */
export interface MessageSchemas<Message extends UIMessage = UIMessage> {
  /** Tools by name; their schemas check inputs and outputs of calls. */
  readonly tools?: ValidateInput<Message>["tools"] | undefined;
  /**
   * Schemas of data parts by the name after `data-`. If given, data parts of other names are
   * refused.
   */
  readonly dataSchemas?: ValidateInput<Message>["dataSchemas"] | undefined;
  /** Schema of `metadata`. */
  readonly metadataSchema?: ValidateInput<Message>["metadataSchema"] | undefined;
}

/**
 * Makes the error for an invalid message from its index and the path within it, such as
 * ` at .parts[0]`, or an empty one. Paths hold no text of the message.
 */
type ToError = (index: number, path: string) => Error;

/** Checks messages with the AI SDK. Drops its error texts, which quote messages. */
export async function validateMessages<Message extends UIMessage>(
  messages: readonly unknown[],
  { tools, dataSchemas, metadataSchema }: MessageSchemas<Message>,
  toError: ToError,
): Promise<Message[]> {
  // The AI SDK refuses empty lists.
  if (messages.length === 0) return [];
  const validate = (list: readonly unknown[]): Promise<Message[]> =>
    validateUIMessages<Message>({
      messages: list,
      ...(tools === undefined ? {} : { tools }),
      ...(dataSchemas === undefined ? {} : { dataSchemas }),
      ...(metadataSchema === undefined ? {} : { metadataSchema }),
    });
  try {
    return await validate(messages);
  } catch (reason) {
    for (const [index, message] of messages.entries()) {
      await validate([message]).catch((error: unknown) => {
        throw toError(index, pathOf(error));
      });
    }
    throw toError(0, pathOf(reason));
  }
}

function pathOf(error: unknown): string {
  const { cause, context } = (error ?? {}) as {
    readonly cause?: { readonly issues?: unknown };
    readonly context?: { readonly field?: unknown };
  };
  const field = typeof context?.field === "string" ? context.field : "";
  const path = /^messages\[\d+\](?<path>[\w.[\]]{1,60})$/u.exec(field)?.groups?.["path"];
  if (path !== undefined) return ` at ${path}`;
  if (!Array.isArray(cause?.issues)) return "";
  const issues = cause.issues as Parameters<typeof issuePaths>[0];
  return issuePaths(issues.map((issue) => ({ ...issue, path: issue.path?.slice(1) ?? [] })));
}
