import { MemoryError } from "@kioku/core";
import type { SkillFileAnswer, SkillToolDefinition } from "@kioku/tools";
import { CallbackManagerForToolRun } from "@langchain/core/callbacks/manager";
import { ToolMessage, type BaseMessage, type ToolCall } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { tool } from "@langchain/core/tools";

import { checkingFirst, chosenMemory, errorMessage, messagesOf } from "../tools/make-tool.js";
import type { ToolConfig } from "../tools/make-tool.js";
import type { MemorySource } from "../tools/memory-source.js";
import { messageText, TRUST_MARK } from "../tools/turn-trust.js";

const IMAGES: ReadonlySet<string> = new Set(["image/gif", "image/jpeg", "image/png", "image/webp"]);

/** Returns true for images that providers take. */
export function isShownType(mediaType: string): boolean {
  return IMAGES.has(mediaType);
}

/** Content and artifact of a message. */
type Answer = readonly [content: unknown, artifact: unknown];

/** Second argument of a tool, with the call of a model if that made it. */
interface CallConfig<Context> extends ToolConfig<Context> {
  readonly toolCall?: ToolCall;
}

/** Returns a tool of LangChain that checks its arguments on every call. */
export function makeSkillTool<Context>(
  definition: SkillToolDefinition,
  source: MemorySource<Context> | undefined,
): StructuredToolInterface {
  const { name, description, parameters: schema } = definition;
  const made = tool(
    async (given: unknown, around: unknown): Promise<unknown> => {
      const config = (around ?? {}) as CallConfig<Context>;
      const { signal } = config;
      const writer = new AnswerWriter(definition, config);
      return writer.orError(async () => {
        const checked = await definition.check(given);
        const memory = source && chosenMemory(name, source, config);
        const told = (of: string): readonly string[] => textsOf(of, messagesOf(config.state));
        const output = definition.run(checked, { memory, signal, told });
        if (!isParts(output)) return writer.answer(await output);
        const answers = writer.parts(output);
        return takesParts() ? answers : lastOf(answers);
      });
    },
    { name, description, schema, responseFormat: "content_and_artifact" },
  );
  return checkingFirst(made, definition);
}

/** Writes the answers of one call. */
class AnswerWriter {
  readonly #definition: SkillToolDefinition;
  readonly #config: CallConfig<unknown>;

  constructor(definition: SkillToolDefinition, config: CallConfig<unknown>) {
    this.#definition = definition;
    this.#config = config;
  }

  /** Returns the answer of a finished call. */
  answer(output: unknown): Answer {
    const { name, isTrusted } = this.#definition;
    const [content, artifact] = contentOf(this.#definition, output);
    const { id } = this.#config.toolCall ?? {};
    if (id === undefined || !isTrusted) return [content, artifact];
    const marked = { response_metadata: { [TRUST_MARK]: { trust: 1 } } };
    return [
      new ToolMessage({ content: String(content), name, tool_call_id: id, ...marked }),
      artifact,
    ];
  }

  /** Yields the parts of an output, and returns the answer. */
  async *parts(output: AsyncIterable<unknown>): AsyncGenerator<unknown, unknown> {
    let last: unknown = null;
    try {
      for await (const part of output) {
        last = part;
        yield part;
      }
    } catch (error) {
      return this.#told(error);
    }
    return this.answer(last);
  }

  /** Returns an answer, or the message that tells a model of the failure. */
  async orError(run: () => Promise<unknown>): Promise<unknown> {
    try {
      return await run();
    } catch (error) {
      return this.#told(error);
    }
  }

  /** Without a call of a model, or if the run was aborted, the failure is thrown. */
  #told(error: unknown): Answer {
    const { toolCall, signal } = this.#config;
    if (!MemoryError.is(error) || toolCall?.id === undefined || signal?.aborted === true)
      throw error;
    return [errorMessage(this.#definition.name, toolCall.id, error.message), undefined];
  }
}

function contentOf({ kind }: SkillToolDefinition, output: unknown): Answer {
  if (typeof output === "string") return [output, output];
  if (kind !== "file") return [JSON.stringify(output), output];
  const { data, ...file } = output as SkillFileAnswer;
  if (data === undefined) return [file.text, file];
  const url = `data:${file.mediaType};base64,${data}`;
  return [
    [
      { type: "text", text: file.text },
      { type: "image_url", image_url: { url } },
    ],
    file,
  ];
}

/** Returns the texts that a tool has answered in these messages. */
function textsOf(name: string, messages: readonly BaseMessage[]): readonly string[] {
  return messages.flatMap((message) => {
    const isOf = ToolMessage.isInstance(message) && message.name === name;
    return isOf && message.status !== "error" ? [messageText(message)] : [];
  });
}

function isParts(output: object): output is AsyncIterable<unknown> {
  return Symbol.asyncIterator in output;
}

/** Returns true if the installed LangChain takes generators as tools. */
function takesParts(): boolean {
  return "handleToolEvent" in CallbackManagerForToolRun.prototype;
}

async function lastOf(answers: AsyncGenerator<unknown, unknown>): Promise<unknown> {
  let step = await answers.next();
  while (step.done !== true) step = await answers.next();
  return step.value;
}
