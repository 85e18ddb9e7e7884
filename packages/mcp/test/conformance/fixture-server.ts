import {
  completable,
  fromJsonSchema,
  type GetPromptResult,
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { z } from "zod";

import { PNG } from "./fixture-parts.js";
import { addFixtureTools } from "./fixture-tools.js";

/** Makes the server that the scenarios of the conformance suite call by the names of its parts. */
export function fixtureServer(): McpServer {
  const server = new McpServer(
    { name: "fixture", version: "1.0.0" },
    { capabilities: { logging: {}, resources: { subscribe: true } } },
  );
  addFixtureTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addResources(server: McpServer): void {
  const text = { mimeType: "text/plain", description: "Text that stays the same" };
  server.registerResource("static-text", "test://static-text", text, ({ href: uri }) => ({
    contents: [
      { uri, mimeType: "text/plain", text: "This is the content of the static text resource." },
    ],
  }));
  const picture = { mimeType: "image/png", description: "A picture" };
  server.registerResource("static-binary", "test://static-binary", picture, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "image/png", blob: PNG }],
  }));
  const watched = { mimeType: "text/plain", description: "Text to subscribe to" };
  server.registerResource("watched", "test://watched-resource", watched, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "text/plain", text: "Watched." }],
  }));
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { mimeType: "application/json", description: "Data by id" },
    ({ href: uri }, { id }) => {
      const data = { id, templateTest: true, data: `Data for ID: ${String(id)}` };
      return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(data) }] };
    },
  );
  const uri = fromJsonSchema<{ uri: string }>({
    type: "object",
    properties: { uri: { type: "string" } },
    required: ["uri"],
  });
  for (const method of ["resources/subscribe", "resources/unsubscribe"]) {
    server.server.setRequestHandler(method, { params: uri }, () => ({}));
  }
}

function addPrompts(server: McpServer): void {
  server.registerPrompt("test_simple_prompt", { description: "A simple prompt" }, () =>
    saying({ type: "text", text: "This is a simple prompt for testing." }),
  );
  const word = completable(z.string(), (begun) =>
    ["testing", "hello"].filter((one) => one.startsWith(begun)),
  );
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "Repeats words", argsSchema: z.object({ arg1: word, arg2: z.string() }) },
    ({ arg1, arg2 }) =>
      saying({ type: "text", text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "Holds a resource", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const text = "Embedded resource content for testing.";
      return saying(
        { type: "resource", resource: { uri, mimeType: "text/plain", text } },
        { type: "text", text: "Please process the embedded resource above." },
      );
    },
  );
  server.registerPrompt("test_prompt_with_image", { description: "Holds a picture" }, () =>
    saying(
      { type: "image", data: PNG, mimeType: "image/png" },
      { type: "text", text: "Please analyze the image above." },
    ),
  );
}

function saying(...parts: readonly GetPromptResult["messages"][number]["content"][]) {
  return { messages: parts.map((content) => ({ role: "user" as const, content })) };
}
