import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { BaseRetriever } from "@langchain/core/retrievers";

/**
 * Events of a retriever as a handler got them, run ids numbered in order of appearance.
 */
export interface LoggedEvent {
  readonly event: string;
  readonly run: number | undefined;
  readonly parent: number | undefined;
  readonly [detail: string]: unknown;
}

/** Writes down the events of retrievers and chains. */
export class EventLog extends BaseCallbackHandler {
  override readonly name = "event-log";
  readonly events: LoggedEvent[] = [];
  readonly #runs: string[] = [];

  override handleRetrieverStart(
    ...given: Parameters<NonNullable<BaseCallbackHandler["handleRetrieverStart"]>>
  ): void {
    const [retriever, query, run, parent, tags, metadata, name] = given;
    this.#log("retriever start", [run, parent], { id: retriever.id, query, tags, metadata, name });
  }

  override handleRetrieverEnd(
    ...given: Parameters<NonNullable<BaseCallbackHandler["handleRetrieverEnd"]>>
  ): void {
    const [documents, run, parent, tags] = given;
    const texts = documents.map(({ pageContent }) => pageContent);
    this.#log("retriever end", [run, parent], { texts, tags });
  }

  override handleRetrieverError(
    ...given: Parameters<NonNullable<BaseCallbackHandler["handleRetrieverError"]>>
  ): void {
    const [, run, parent, tags] = given;
    this.#log("retriever error", [run, parent], { error: given[0] as unknown, tags });
  }

  override handleChainStart(
    ...given: Parameters<NonNullable<BaseCallbackHandler["handleChainStart"]>>
  ): void {
    const [, , run, parent] = given;
    this.#log("chain start", [run, parent], {});
  }

  override handleChainEnd(
    ...given: Parameters<NonNullable<BaseCallbackHandler["handleChainEnd"]>>
  ): void {
    const [, run, parent] = given;
    this.#log("chain end", [run, parent], {});
  }

  override handleChainError(
    ...given: Parameters<NonNullable<BaseCallbackHandler["handleChainError"]>>
  ): void {
    const [, run, parent] = given;
    this.#log("chain error", [run, parent], {});
  }

  #log(event: string, [run, parent]: readonly [string, string | undefined], details: object): void {
    this.events.push({
      event,
      run: this.#numberOf(run),
      parent: this.#numberOf(parent),
      ...details,
    });
  }

  #numberOf(run: string | undefined): number | undefined {
    if (run === undefined) return undefined;
    if (!this.#runs.includes(run)) this.#runs.push(run);
    return this.#runs.indexOf(run);
  }
}

/** `streamEvents` of a retriever without what is different each time. */
export async function streamedEvents(
  retriever: Pick<BaseRetriever, "streamEvents">,
  query: string,
): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  for await (const event of retriever.streamEvents(query, { version: "v2" })) {
    events.push({ ...event, run_id: typeof event.run_id });
  }
  return events;
}
