type Id = string | number | null;

/** A refused or failed request: a status, and what the answer says. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly #status: number;
  readonly #how: { readonly code?: number; readonly headers?: Readonly<Record<string, string>> };

  constructor(
    status: number,
    message: string,
    how: { readonly code?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.#status = status;
    this.#how = how;
  }

  /** Returns the answer to the request with this id. */
  toResponse(id: Id): Response {
    return Response.json(this.#body(id), {
      status: this.#status,
      headers: this.#how.headers ?? {},
    });
  }

  /** Returns the answer as the last event of a stream. */
  toEvent(id: Id): string {
    return `event: message\ndata: ${JSON.stringify(this.#body(id))}\n\n`;
  }

  #body(id: Id): unknown {
    const { message } = this;
    return { jsonrpc: "2.0", error: { code: this.#how.code ?? -32_000, message }, id };
  }
}
