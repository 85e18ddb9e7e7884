/**
 * What a server says of a failure. Only `code` and `type` may be repeated to anyone, and only what
 * `safeName` lets through.
 */
export interface ErrorBody {
  /** For recognising failures; never repeated. */
  readonly message: string;
  readonly code: string;
  readonly type: string;
  readonly param: string;
}

/** As much of a message is looked at: servers put what they repeat of a request at the end. */
const MAX_MESSAGE = 300;

/**
 * Reads the error of a body in any of the forms in use: `{ error: { message, … } }` (OpenAI,
 * Ollama, newer vLLM), `{ error: "…" }` (LM Studio, TEI), `{ message, … }` (older vLLM, Mistral),
 * `{ detail: "…" }` or `{ detail: [{ msg }] }` (Voyage, Jina).
 */
export function readErrorBody(json: unknown): ErrorBody {
  const outer = toRecord(json);
  const inner = "error" in outer ? outer["error"] : json;
  const fields = toRecord(inner);
  const [detail] = Array.isArray(fields["detail"]) ? (fields["detail"] as unknown[]) : [];
  const messages = [
    inner,
    fields["message"],
    fields["detail"],
    toRecord(detail)["msg"],
    outer["message"],
  ];
  const message = messages.find((one) => typeof one === "string") ?? "";
  return {
    message: message.slice(0, MAX_MESSAGE),
    code: toName(fields["code"]),
    type: toName(fields["type"] ?? fields["error_type"] ?? outer["error_type"]),
    param: toName(fields["param"]),
  };
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? (value as Readonly<Record<string, unknown>>) : {};
}

function toName(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
