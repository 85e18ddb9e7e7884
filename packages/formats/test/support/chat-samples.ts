/** A node of a mapping of ChatGPT. */
function node(id: string, [parent, ...children]: readonly (string | null)[], message?: object) {
  return [id, { id, parent, children, message: message ?? null }] as const;
}

/** A message of ChatGPT. */
export function gpt(role: string, content: object, rest: object = {}): object {
  return { author: { role }, content, recipient: "all", create_time: 1_700_000_000.5, ...rest };
}

/** A content of ChatGPT. */
export const text = (...parts: readonly unknown[]): object => ({ content_type: "text", parts });

export const CHATGPT = [
  {
    title: "搬家计划",
    conversation_id: "c-1",
    current_node: "a2",
    mapping: Object.fromEntries([
      node("root", [null, "s"]),
      node("s", ["root", "u1"], gpt("system", text(""))),
      node("u1", ["s", "a1", "a2"], gpt("user", text("我下个月搬到杭州"))),
      node("a1", ["u1"], gpt("assistant", text("An answer that was made again"))),
      node(
        "call",
        ["u1", "t"],
        gpt("assistant", { content_type: "code", text: "search()" }, { recipient: "browser" }),
      ),
      node("t", ["call", "th"], gpt("tool", { content_type: "execution_output", text: "晴" })),
      node("th", ["t", "hid"], gpt("assistant", { content_type: "thoughts", thoughts: [] })),
      node(
        "hid",
        ["th", "pic"],
        gpt("user", text("x"), { metadata: { is_visually_hidden_from_conversation: true } }),
      ),
      node(
        "pic",
        ["hid", "a2"],
        gpt(
          "user",
          {
            content_type: "multimodal_text",
            parts: [{ content_type: "image_asset_pointer" }, "My new flat"],
          },
          { create_time: null },
        ),
      ),
      node("a2", ["pic"], gpt("assistant", text("Nice.", ""))),
    ]),
  },
  {
    id: "c-2",
    title: " ",
    mapping: Object.fromEntries([
      node("r", [null, "m"]),
      node("m", ["r"], gpt("user", text("I keep bees"))),
    ]),
  },
];

export const CLAUDE = [
  {
    uuid: "k-1",
    name: "茶",
    chat_messages: [
      {
        uuid: "m1",
        sender: "human",
        text: "我喜欢绿茶",
        content: [{ type: "text", text: "我喜欢绿茶" }],
        created_at: "2025-03-01T08:00:00.000000Z",
        attachments: [{ file_name: "a.txt", extracted_content: "…" }],
      },
      {
        uuid: "m2",
        sender: "assistant",
        text: "This block is not supported here.",
        content: [
          { type: "thinking", thinking: "hm" },
          { type: "text", text: "Green tea" },
          { type: "tool_use", name: "search", input: {} },
          { type: "text", text: "is fine." },
        ],
        created_at: "2025-03-01T08:00:05Z",
      },
      { uuid: "m3", sender: "human", text: "谢谢" },
      { uuid: "m4", sender: "human", text: "", content: [] },
    ],
  },
];

export const SHAREGPT = [
  {
    id: "s-1",
    conversations: [
      { from: "system", value: "Be brief" },
      { from: "human", value: "我家的猫怕下雨" },
      { from: "function_call", value: "{}" },
      { from: "observation", value: "rain" },
      { from: "gpt", value: "Poor cat." },
    ],
  },
  { conversations: [{ from: "user", value: "Hello" }] },
  {
    conversations: [
      { from: "user", value: "Hello" },
      { from: "bard", value: "Hi" },
    ],
  },
];

export const UI = [
  { id: "u0", role: "system", parts: [{ type: "text", text: "You are helpful" }] },
  {
    id: "u1",
    role: "user",
    metadata: { createdAt: 1_700_000_000_000 },
    parts: [
      { type: "text", text: "我对花生过敏" },
      { type: "file", mediaType: "image/png", url: "data:" },
    ],
  },
  {
    id: "u2",
    role: "assistant",
    parts: [
      { type: "step-start" },
      { type: "reasoning", text: "hm" },
      { type: "tool-weather", toolCallId: "c", state: "output-available", output: "rain" },
      { type: "dynamic-tool", toolName: "x", toolCallId: "d", state: "input-streaming" },
      { type: "source-url", sourceId: "s", url: "https://example.org" },
      { type: "data-progress", data: 1 },
      { type: "text", text: "Noted.", state: "done" },
      { type: "steering-message", id: "u3", parts: [{ type: "text", text: "And to milk" }] },
      { type: "text", text: "Both noted." },
    ],
  },
];

export const GRAPH = {
  entities: [
    { name: "Ann", entityType: "person", observations: ["会说挪威语"] },
    { name: "Acme", entityType: "organization", observations: [] },
  ],
  relations: [{ from: "Ann", to: "Acme", relationType: "works_at" }],
};

/** A message of Mastra's second format. */
function mastra(id: string, [role, ...parts]: readonly unknown[], rest: object = {}): object {
  const content = { format: 2, parts, content: "the last text" };
  return { id, role, threadId: "trip", resourceId: "ann", createdAt: NOON, content, ...rest };
}

const NOON = "2026-11-27T12:00:00.000Z";
const said = (words: string): object => ({ type: "text", text: words, createdAt: 1 });

export const MASTRA = {
  threads: [
    {
      id: "trip",
      resourceId: "ann",
      title: "搬家",
      metadata: { workingMemory: "# Trip\n- When: May" },
    },
    { id: "bees", resourceId: "bo", title: "", metadata: null },
  ],
  messages: [
    mastra("1", [
      "user",
      said("我下个月搬到杭州"),
      { type: "file", mimeType: "image/png", data: "data:" },
    ]),
    mastra("2", [
      "assistant",
      { type: "reasoning", reasoning: "hm", details: [] },
      { type: "tool-invocation", toolInvocation: { toolCallId: "c", state: "result", result: 1 } },
      { type: "step-start", model: "m" },
      said("It rains"),
      said("in Hangzhou."),
    ]),
    mastra("3", ["system", said("Be brief")]),
    mastra("4", ["signal", said("And pack an umbrella")], { type: "user" }),
    mastra("5", ["signal", said("The goal changed")], { type: "system-reminder" }),
    // A row of the table, without the resource, which the thread knows.
    {
      id: "6",
      role: "user",
      thread_id: "bees",
      type: "v2",
      createdAt: NOON,
      content: JSON.stringify({ format: 2, parts: [said("I keep bees")] }),
    },
    { id: "7", role: "user", threadId: "bees", resourceId: "bo", content: "{of an older version" },
  ],
  resources: [{ id: "ann", workingMemory: "# User\n- City: Hangzhou", updatedAt: NOON }],
  observations: [
    {
      id: "o",
      scope: "resource",
      resourceId: "ann",
      threadId: null,
      activeObservations: [
        '<thread id="trip">',
        "Date: Nov 27, 2026",
        "* 🔴 (12:40) User moves to Hangzhou",
        "  * -> next month",
        "--- message boundary (2026-11-27T13:00:00.000Z) ---",
        "- 🟡 9:41 User is allergic to peanuts",
        "</thread>",
        "",
        "Date: some day",
        "* ✅ Packed",
      ].join("\n"),
    },
  ],
};
