import { defineTool, trustOfText, withVerdict } from "@kioku/tools";
import type { MemoryToolCall, ToolAnswer, ToolDefinition } from "@kioku/tools";

/** Arguments of the tool `keep_events`. */
interface EventsArguments {
  readonly items: readonly { readonly summary: string; readonly steps?: readonly string[] }[];
}

/** Defines a tool that keeps events in one call. */
export function keepEvents(): ToolDefinition {
  return defineTool<EventsArguments, ToolAnswer>({
    name: "keep_events",
    description: ["Keeps events."],
    properties: {
      items: {
        type: "array",
        minItems: 1,
        maxItems: 3,
        items: {
          type: "object",
          properties: {
            summary: { type: "string", description: "One sentence." },
            actor: { type: "string", enum: ["user", "assistant"] },
            steps: { type: "array", items: { type: "string" } },
          },
          required: ["summary"],
        },
      },
    },
    required: ["items"],
    async run({ items }, call) {
      const texts = items.map(({ summary, steps = [] }) => [summary, ...steps].join("\n"));
      const verdict = await call.trust(texts.join("\n"), []);
      const least = typeof verdict === "number" ? verdict : verdict.trust;
      const inputs = texts.map(
        (content) => ({ content, origin: "assistant", trust: least }) as const,
      );
      await call.memory.rememberAll(inputs, { signal: call.signal });
      return { status: "kept", text: `Kept ${texts.length}.` };
    },
  });
}

/** Arguments of the tool `keep_secret`. */
interface SecretArguments {
  readonly caption: string;
  readonly secret: string;
}

/** Defines a tool that takes a secret, and says how far it is trusted. */
export function keepSecret(): ToolDefinition {
  return defineTool<SecretArguments, ToolAnswer>({
    name: "keep_secret",
    description: ["Keeps a secret."],
    properties: {
      caption: { type: "string", maxLength: 20 },
      level: { type: "string", enum: ["low", "high"] },
      secret: { type: "string", isSecret: true },
    },
    required: ["caption", "secret"],
    async run({ caption, secret }, call) {
      const verdict = await trustOfText(secret, call);
      return withVerdict({ status: "kept", text: `Kept ${caption}.`, id: "1" }, verdict);
    },
  });
}

/** Defines a tool that answers this. */
export function telling(
  answer: Omit<ToolAnswer, "status">,
  { showsMemories = true, seen = [] as MemoryToolCall[] } = {},
): ToolDefinition {
  return defineTool<object, ToolAnswer>({
    name: "look",
    description: ["Looks."],
    properties: {},
    required: [],
    showsMemories,
    async run(_, call) {
      seen.push(call);
      return { status: "found", ...answer };
    },
  });
}
