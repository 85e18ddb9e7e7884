import { hasChromium, startChromium } from "@kioku/servers/chromium";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { startChat } from "./chat-process.ts";
import type { ChatProcess } from "./chat-process.ts";
import { textsOf } from "./texts-of.ts";

describe.skipIf(!hasChromium)("the page of the chat in Chromium", () => {
  let browser: Browser;
  let chat: ChatProcess;
  beforeAll(async () => {
    [browser, chat] = await Promise.all([startChromium(), startChat()]);
  });
  afterAll(() => Promise.all([browser.close(), chat.stop()]));

  let page: Page;
  let problems: string[];
  beforeEach(async () => {
    const context = await browser.createBrowserContext();
    onTestFinished(() => context.close());
    page = await context.newPage();
    page.setDefaultTimeout(240_000);
    problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("dialog", (dialog) => problems.push(`dialog ${dialog.message()}`));
    await open(chat);
  });

  async function open({ url }: ChatProcess): Promise<void> {
    await page.goto(url);
    await page.waitForSelector("#welcome:not([hidden])");
  }

  /** Writes a message and sends it with Enter, without waiting. */
  async function write(words: string): Promise<void> {
    await page.locator("#text").fill(words);
    await page.focus("#text");
    await page.keyboard.press("Enter");
  }

  /** Says something, and waits for the whole answer. */
  async function say(words: string): Promise<string> {
    const { length } = await textsOf(page, "#messages .user");
    await write(words);
    await page.waitForFunction(
      `document.querySelectorAll("#messages .user").length === ${length + 1}`,
    );
    await page.waitForSelector("#send:not([hidden])");
    return (await textsOf(page, "#messages .assistant .text")).at(-1) ?? "";
  }

  async function newChat(): Promise<void> {
    await page.click("#new-chat");
    await page.waitForSelector("#welcome:not([hidden])");
  }

  /** Logs in, and waits for the chat with this many messages. */
  async function logIn(user: string, messages: number): Promise<void> {
    await page.select("#user", user);
    await page.waitForFunction(
      `document.querySelectorAll("#messages li").length === ${messages} && document.querySelector("#welcome").hidden === ${messages > 0}`,
    );
  }

  const recalled = (): Promise<readonly string[]> => textsOf(page, "#recalled .text");

  test("what is said in one chat is used in the next, and the panel shows it", async () => {
    await page.type("#text", "I am allergic to peanuts");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#messages .assistant:not(.under-way)");
    expect(await textsOf(page, ".assistant .text")).toEqual([expect.stringMatching(/^Noted\./u)]);
    expect(await recalled()).toEqual([]);
    await newChat();
    expect(await say("What am I allergic to?")).toContain("“I am allergic to peanuts”");
    expect((await recalled())[0]).toBe("I am allergic to peanuts");
    expect(await textsOf(page, "#recalled-for")).toEqual(["“What am I allergic to?”"]);
    const [facts = ""] = await textsOf(page, "#recalled .facts");
    expect(facts).toMatch(/^score0\.\d\dmessagefrom userjust now$/u);
    expect((await textsOf(page, ".show-recalled")).at(-1)).toMatch(/^\d memor(?:y|ies) recalled$/u);
    expect(problems).toEqual([]);
  });

  test("an answer comes word by word", { tags: "long" }, async () => {
    await write("The spare key lies below the third flowerpot, on the left of the door");
    const handle = await page.waitForFunction(
      `document.querySelector(".under-way .text")?.textContent`,
      // The answer may be over before the next frame.
      { polling: "mutation" },
    );
    expect(await handle.jsonValue()).toMatch(/^Noted\./u);
    await page.waitForSelector("#messages .assistant:not(.under-way)");
    expect((await textsOf(page, ".assistant .text")).at(-1)).toContain("the door”");
  });

  test("Bo sees nothing of Ann, and Ann finds everything as it was", { tags: "long" }, async () => {
    await say("I am allergic to peanuts");
    const annsChat = page.url();
    await logIn("bo", 0);
    expect(await say("What am I allergic to?")).toBe(
      "I remember nothing about that. Tell me, and I will.",
    );
    expect(await recalled()).toEqual([]);
    expect(await textsOf(page, "#recalled-none")).toEqual(["Nothing was recalled."]);
    await page.goto(annsChat);
    await page.reload();
    await page.waitForSelector("#welcome:not([hidden])");
    expect(await textsOf(page, "#messages .text")).toEqual([]);
    await logIn("ann", 2);
    expect(page.url()).toBe(annsChat);
    await newChat();
    expect(await say("What am I allergic to?")).toContain("peanuts");
  });

  test(
    "whoever logs in again finds the chat as it was left, also after a reload",
    { tags: "long" },
    async () => {
      await say("I am allergic to peanuts");
      await logIn("bo", 0);
      await say("I keep bees");
      await page.reload();
      await logIn("ann", 2);
      expect(await textsOf(page, "#messages .user .text")).toEqual(["I am allergic to peanuts"]);
      await newChat();
      await logIn("bo", 2);
      expect(await textsOf(page, "#messages .user .text")).toEqual(["I keep bees"]);
      await logIn("ann", 0);
      expect(problems).toEqual([]);
    },
  );

  test(
    "what does not fit is not recalled, and the panel says what scores are",
    { tags: "long" },
    async () => {
      await say("I am allergic to peanuts");
      await newChat();
      await say("What am I allergic to?");
      const about = "Scores say how well a memory fits this question, best first.";
      const shown = `#scores-are:not([hidden])`;
      expect(await textsOf(page, shown)).toEqual([about]);
      await newChat();
      await say("Thanks, bye");
      expect(await recalled()).toEqual([]);
      expect(await textsOf(page, shown)).toEqual([]);
    },
  );

  test("a chat is there after a reload, in order and with what was recalled", async () => {
    await say("My cat Pixel is afraid of hoovers");
    await newChat();
    await say("What is my cat afraid of?");
    await say("I bought a broom");
    const before = await textsOf(page, "#messages .text");
    expect(before.length).toBe(4);
    await page.reload();
    await page.waitForFunction(`document.querySelectorAll("#messages li").length === 4`);
    expect(await textsOf(page, "#messages .text")).toEqual(before);
    await page.click(".show-recalled");
    expect((await recalled())[0]).toBe("My cat Pixel is afraid of hoovers");
    expect(await textsOf(page, "#recalled-for")).toEqual(["“What is my cat afraid of?”"]);
  });

  test("HTML in a memory stays text", async () => {
    const evil = `My note is <img src=x onerror=alert(1)><script>alert(2)</script>`;
    await say(evil);
    await newChat();
    expect(await say("What is my note?")).toContain(evil);
    expect((await recalled())[0]).toBe(evil);
    await page.reload();
    await page.waitForSelector("#recalled li");
    expect((await recalled())[0]).toBe(evil);
    expect(await textsOf(page, "main img, main script")).toEqual([]);
    expect(problems).toEqual([]);
  });

  test(
    "a message that the server refuses is back to be mended, and the chat goes on",
    { tags: "long" },
    async () => {
      await say("I keep bees");
      await page.evaluate(`document.querySelector("#text").value = "x".repeat(4001)`);
      await page.click("#send");
      await page.waitForSelector("#error:not([hidden])");
      expect(await textsOf(page, "#error")).toEqual([
        "The server refused: a message has at most 4000 characters.",
      ]);
      expect(await page.evaluate(`document.querySelector("#text").value.length`)).toBe(4_001);
      expect((await textsOf(page, "#messages li")).length).toBe(2);
      await page.evaluate(`document.querySelector("#text").value = ""`);
      expect(await say("What do I keep?")).toContain("I keep bees");
      expect(await textsOf(page, "#error")).toEqual([""]);
    },
  );

  test.each([
    [`data: {"type":"error","errorText":"The model is tired."}\n\n`, "The model is tired."],
    [`data: {"type":"text-delta","id":"1","delta":"Half an"}\n\n`, "The answer broke off."],
  ])("an answer that fails half-way is taken back: %j", { tags: "long" }, async (body, problem) => {
    await page.setRequestInterception(true);
    page.once("request", (request) => {
      void request.respond({ status: 200, contentType: "text/event-stream", body });
    });
    await write("I keep bees");
    await page.waitForSelector("#error:not([hidden])");
    expect(await textsOf(page, "#error")).toEqual([problem]);
    expect(await textsOf(page, "#messages li")).toEqual([]);
    expect(await page.evaluate(`document.querySelector("#text").value`)).toBe("I keep bees");
    await page.setRequestInterception(false);
    await page.click("#send");
    await page.waitForSelector("#messages .assistant:not(.under-way)");
    expect(await textsOf(page, "#messages .user .text")).toEqual(["I keep bees"]);
  });

  test("a server that has ended is told of, and ends cleanly", { tags: "long" }, async () => {
    await using other = await startChat();
    await open(other);
    await say("I keep bees");
    expect(await other.stop()).toEqual({ code: 0, stderr: "" });
    await write("Are you there?");
    await page.waitForSelector("#error:not([hidden])");
    expect(await textsOf(page, "#error")).toEqual(["The server cannot be reached."]);
    expect(problems).toEqual([]);
  });

  test("an answer can be stopped, and what was asked is back", { tags: "long" }, async () => {
    await write(`I like ${"very ".repeat(100)}long walks`);
    await page.waitForSelector(".under-way");
    await page.click("#stop");
    await page.waitForSelector("#send:not([hidden])");
    expect(await textsOf(page, "#messages li")).toEqual([]);
    expect(await page.evaluate(`document.querySelector("#text").value`)).toMatch(/^I like very/u);
    expect(await textsOf(page, "#error")).toEqual([""]);

    // Sent again it is the same message, which the server has already.
    await page.click("#send");
    await page.waitForFunction(`document.querySelector(".under-way .text")?.textContent`);
    await page.click("#stop");
    await page.waitForSelector("#send:not([hidden])");
    const saved = `fetch("/api/chats/" + location.hash.slice(1)).then((response) => response.json())`;
    expect(await page.evaluate(saved)).toEqual({
      messages: [expect.objectContaining({ role: "user" })],
    });
  });

  test("everything can be reached with the keyboard, and has a name", async () => {
    await say("I keep bees");
    await page.focus("#user");
    const names: unknown[] = [];
    for (let n = 0; n < 6; n += 1) {
      names.push(
        await page.evaluate(`document.activeElement.id || document.activeElement.className`),
      );
      await page.keyboard.press("Tab");
    }
    expect(names).toEqual(["user", "new-chat", "scroll", "show-recalled", "text", "send"]);
    const tree = await page.accessibility.snapshot();
    const shown = JSON.stringify(tree);
    for (const name of ["Logged in as", "New chat", "Message", "Send"]) {
      expect(shown).toContain(`"name":"${name}"`);
    }
  });
});
