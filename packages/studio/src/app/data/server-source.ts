import type { AnswerOf, QueryOf, VerbName } from "../../wire/verbs.js";
import { Failure, type Source } from "./source.js";

const STORED = "kioku-studio-token";

/**
 * Returns the token of this start: from the fragment of the address, which no request carries, or
 * from before the page was loaded again. The fragment is taken out of the address.
 */
export function takeToken(): string | undefined {
  const given = /^#token=(?<token>[\w-]{16,})$/u.exec(location.hash)?.groups?.["token"];
  if (given === undefined) return sessionStorage.getItem(STORED) ?? undefined;
  sessionStorage.setItem(STORED, given);
  history.replaceState(undefined, "", "#/memories");
  return given;
}

/** Makes a source that asks the server of this page. */
export function serverSource(token: string): Source {
  const request = async (
    path: string,
    signal: AbortSignal | undefined,
    query?: object,
  ): Promise<Response> => {
    const response = await fetch(path, {
      method: query ? "POST" : "GET",
      body: query ? JSON.stringify(query) : null,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      signal: signal ?? null,
    }).catch((cause: unknown) => {
      if (signal?.aborted === true) throw cause;
      throw new Failure("", { status: 0, code: "unreachable" });
    });
    if (response.ok) return response;
    const { error = {} } = (await response.json().catch(() => ({}))) as ErrorAnswer;
    const { code = "failed", message = response.statusText } = error;
    throw new Failure(message, { status: response.status, code });
  };
  return {
    fetch: request,
    ask: async <N extends VerbName>(verb: N, query: QueryOf<N>, signal?: AbortSignal) =>
      (await (await request(`/api/${verb}`, signal, query)).json()) as AnswerOf<N>,
    loadImage: async (query, signal) => (await request("/api/imageFile", signal, query)).blob(),
  };
}

/** Answer of a request that was refused. */
interface ErrorAnswer {
  readonly error?: { readonly code?: string; readonly message?: string };
}
