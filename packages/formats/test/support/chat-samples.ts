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
