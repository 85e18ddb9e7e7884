/** What is kept of an error that crosses threads, where errors lose their own properties. */
export interface PlainCause {
  readonly message: string;
  readonly stack?: string;
  /** Of a system error, such as `ENOTFOUND`. */
  readonly code?: string;
  readonly cause?: PlainCause;
}

/** Causes within causes that are kept; `fetch` has two. */
const DEPTH = 4;

/** Takes from a thrown value what can be handed over, whatever else it holds. */
export function toPlainCause(value: unknown, depth: number = DEPTH): PlainCause {
  if (!(value instanceof Error)) return { message: String(value) };
  const { message, stack, cause } = value;
  const code: unknown = "code" in value ? value.code : undefined;
  return {
    message,
    ...(stack === undefined ? {} : { stack }),
    ...(typeof code === "string" ? { code } : {}),
    ...(cause === undefined || depth <= 1 ? {} : { cause: toPlainCause(cause, depth - 1) }),
  };
}

/** An error again. */
export function fromPlainCause({ message, stack, code, cause }: PlainCause): Error {
  const options = cause === undefined ? undefined : { cause: fromPlainCause(cause) };
  const error = new Error(message, options);
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}
