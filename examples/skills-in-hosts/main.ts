import { skillMiddleware } from "@kioku/adapter-langchain/agent";
import { skillTools } from "@kioku/adapter-vercel-ai";
import { createMemory, inMemoryStore } from "@kioku/core";
import { createSkillRuntime } from "@kioku/skills";
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { stepCountIs, streamText } from "ai";
import { createAgent } from "langchain";

import { scriptedModel } from "./scripted-model.ts";
import { complaint, others, packing, refund } from "./shop-skills.ts";

const memory = createMemory({ store: inMemoryStore() });
const skills = await createSkillRuntime({
  memory,
  skills: [packing, refund, complaint, ...others],
});
const ann = memory.scope("ann");

// The calls that a model makes; yours decides by itself.
const calls = [
  { name: "search_skills", args: { query: "sales report of branch 137", limit: 1 } },
  { name: "run_skill", args: { name: "report-137", input: {} } },
  { name: "refund", args: { order: 7 } },
  { name: "skill", args: { name: "answer-complaint" } },
  { name: "skill", args: { name: "answer-complaint" } },
  { name: "pack-parcel", args: { order: 7, goods: ["kettle", "tea"] } },
];

console.log("AI SDK");
const tools = skillTools(skills, { memory: ann });
console.log(`  ${Object.keys(tools).length} tools for ${skills.skills.size} skills`);
const { fullStream } = streamText({
  model: scriptedModel(calls),
  tools,
  stopWhen: stepCountIs(calls.length + 1),
  prompt: "Help Ann.",
});
for await (const part of fullStream) {
  if (part.type === "tool-error") print(part.toolName, String(part.error));
  if (part.type === "tool-result") {
    print(part.toolName, part.output, part.preliminary === true ? " (part)" : "");
  }
}

console.log("LangChain");
const model = fakeModel();
for (const call of calls) model.respondWithTools([call]);
model.respond(new AIMessage("Done."));
const middleware = skillMiddleware(skills, { memory: ann });
const agent = createAgent({ model, systemPrompt: "Be kind.", middleware: [middleware] });
const stream = await agent.stream(
  { messages: "Help Ann." },
  { streamMode: ["tools", "updates"], recursionLimit: 50 },
);
for await (const [mode, update] of stream) {
  if (mode === "tools") {
    if (update.event === "on_tool_event") print(update.name, update.data, " (part)");
    continue;
  }
  for (const message of Object.values(update).flatMap(({ messages }) => messages ?? [])) {
    if (ToolMessage.isInstance(message)) print(message.name ?? "", message.content);
  }
}
console.log(model.calls[0]?.messages[0]?.text);
await skills.close();
await memory.close();

function print(tool: string, output: unknown, mark = ""): void {
  const text = typeof output === "string" ? output : JSON.stringify(output);
  console.log(`  ${tool}${mark}: ${text.replaceAll("\n", " ")}`);
}
