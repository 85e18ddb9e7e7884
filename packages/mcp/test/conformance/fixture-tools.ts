import {
  type CallToolResult,
  type ElicitRequestFormParams,
  fromJsonSchema,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

import { PNG } from "./fixture-parts.js";

type Content = CallToolResult["content"][number];

/** Milliseconds for the answer of a client. */
const ANSWER_MS = 1000;

/** Adds the tools that the scenarios call. */
export function addFixtureTools(server: McpServer): void {
  addContents(server);
  addNotices(server);
  addQuestions(server);
  server.registerTool(
    "json_schema_2020_12_tool",
    {
      description: "Takes an address",
      inputSchema: fromJsonSchema({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        $defs: {
          address: {
            type: "object",
            properties: { street: { type: "string" }, city: { type: "string" } },
          },
        },
        properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
        additionalProperties: false,
      }),
    },
    () => say("ok"),
  );
}

function addContents(server: McpServer): void {
  const image: Content = { type: "image", data: PNG, mimeType: "image/png" };
  const contents: Readonly<Record<string, readonly Content[]>> = {
    test_simple_text: [textOf("This is a simple text response for testing.")],
    test_image_content: [image],
    test_audio_content: [{ type: "audio", data: silence(), mimeType: "audio/wav" }],
    test_embedded_resource: [
      resource("test://embedded-resource", {
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      }),
    ],
    test_multiple_content_types: [
      textOf("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", {
        mimeType: "application/json",
        text: JSON.stringify({ test: "data", value: 123 }),
      }),
    ],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: "Gives content" }, () => ({ content: [...content] }));
  }
  server.registerTool("test_error_handling", { description: "Fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
}

function addNotices(server: McpServer): void {
  server.registerTool("test_tool_with_logging", { description: "Logs" }, async ({ mcpReq }) => {
    await mcpReq.log("info", "Tool execution started");
    await mcpReq.log("info", "Tool processing data");
    await mcpReq.log("info", "Tool execution completed");
    return say("logged");
  });
  server.registerTool("test_tool_with_progress", { description: "Goes on" }, async (call) => {
    const { _meta: meta, notify } = call.mcpReq;
    const progressToken = meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      const params = { progressToken: progressToken ?? "", progress, total: 100 };
      // Each waits for the one before, so that they arrive in order.
      await notify({ method: "notifications/progress", params });
    }
    return say("went on");
  });
}

function addQuestions(server: McpServer): void {
  server.registerTool(
    "test_sampling",
    { description: "Asks a model", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: "user" as const, content: textOf(prompt) }];
      const { content } = await mcpReq.requestSampling(
        { messages, maxTokens: 100 },
        { timeout: ANSWER_MS },
      );
      return say(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  const user = {
    username: { type: "string", description: "User's response" },
    email: { type: "string", description: "User's email address" },
  } as const;
  server.registerTool(
    "test_elicitation",
    { description: "Asks a person", inputSchema: z.object({ message: z.string() }) },
    async ({ message }, call) =>
      ask(call, message, { type: "object", properties: user, required: ["username", "email"] }),
  );
  for (const [name, properties] of Object.entries(FORMS)) {
    server.registerTool(name, { description: "Asks a person" }, async (call) =>
      ask(call, "Please fill this in", { type: "object", properties }),
    );
  }
}

type Form = ElicitRequestFormParams["requestedSchema"];

const OPTIONS = ["option1", "option2", "option3"];
const FORMS: Readonly<Record<string, Form["properties"]>> = {
  test_elicitation_sep1034_defaults: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: "string", enum: OPTIONS },
    titledSingle: { type: "string", oneOf: [{ const: "value1", title: "First Option" }] },
    legacyEnum: { type: "string", enum: ["opt1"], enumNames: ["Option One"] },
    untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
    titledMulti: { type: "array", items: { anyOf: [{ const: "value1", title: "First Choice" }] } },
  },
};

async function ask(
  { mcpReq }: ServerContext,
  message: string,
  requestedSchema: Form,
): Promise<CallToolResult> {
  const { action, content } = await mcpReq.elicitInput({ message, requestedSchema });
  return say(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
}

function say(text: string): CallToolResult {
  return { content: [textOf(text)] };
}

function textOf(text: string): { type: "text"; text: string } {
  return { type: "text", text };
}

function resource(uri: string, { mimeType, text }: { mimeType: string; text: string }): Content {
  return { type: "resource", resource: { uri, mimeType, text } };
}

/** A sound of no samples. */
function silence(): string {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  return header.toString("base64");
}
