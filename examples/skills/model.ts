/**
 * A language model, as the skills take it: a prompt in, a text out. The client of yours goes in
 * here.
 */
export type Model = (prompt: string, options: { readonly signal: AbortSignal }) => Promise<string>;

const MEMORY =
  /<memory(?: id="(?<id>\w+)")?(?: kind="(?<kind>\w+)")?[^>]*>(?<text>[^<]*)<\/memory>/gu;

interface Quote {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
}

/** Lists the memories in the fences of a prompt, by label and kind. */
function quotes(prompt: string): readonly Quote[] {
  return [...prompt.matchAll(MEMORY)].map(({ groups }) => {
    const { id = "", kind = "", text = "" } = groups ?? {};
    return { id, kind, text };
  });
}

function cite(chosen: readonly Quote[]): string {
  return chosen.map(({ text, id }) => `${text} [${id}]`).join("; ");
}

/**
 * Stands in for a model that answers questions: it quotes the first memory of each kind, unless an
 * earlier quote says the same.
 */
export const quotingModel: Model = async (prompt, { signal }) => {
  signal.throwIfAborted();
  const firstOfKind = new Map<string, Quote>();
  for (const quote of quotes(prompt)) {
    if (!firstOfKind.has(quote.kind)) firstOfKind.set(quote.kind, quote);
  }
  const chosen = [...firstOfKind.values()];
  return cite(
    chosen.filter(({ text }, index) =>
      chosen.slice(0, index).every((earlier) => !earlier.text.includes(text)),
    ),
  );
};

/** Stands in for a model that sums up: it puts all memories into one line. */
export const listingModel: Model = async (prompt, { signal }) => {
  signal.throwIfAborted();
  return quotes(prompt)
    .map(({ text }) => text)
    .join("; ");
};
