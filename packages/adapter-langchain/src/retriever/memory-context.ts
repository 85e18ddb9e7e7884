import type { Memory, PromptContext, PromptOptions, RecallQuery } from "@kioku/core";
import { checkMethods, checkObject, checkText, recallSettings } from "@kioku/core/toolkit";
import { RunnableLambda } from "@langchain/core/runnables";
import type { Runnable, RunnableConfig } from "@langchain/core/runnables";

/** What `memoryContext` takes: the memory, how it recalls, and how it writes what it recalled. */
export interface MemoryContextOptions extends Omit<RecallQuery, "query">, PromptOptions {
  /** The view that is asked: whoever asks cannot leave its scope. */
  readonly memory: Memory;
}

/**
 * A step of a chain from a question to memories as text for the prompt: fenced, within a budget of
 * tokens, and labelled for citation. `memoryContext({ memory }).pipe(({ text }) => text)` gives the
 * text alone; with the whole context, `citations(answer)` says what an answer cites.
 * @throws `invalid-input` naming the option that cannot work.
 */
export function memoryContext(options: MemoryContextOptions): Runnable<string, PromptContext> {
  checkObject(options, "options");
  const { memory, ...given } = options;
  const { settings, prompt } = recallSettings(given, "options", ["memory"]);
  checkMethods(memory, "options.memory", ["context"]);
  return new RunnableLambda<string, PromptContext>({
    func: (input: string, { signal }: RunnableConfig) => {
      const query = checkText(input, "input", Infinity);
      return memory.context({ ...settings, query }, { ...prompt, signal });
    },
  }).withConfig({ runName: "memoryContext" });
}
