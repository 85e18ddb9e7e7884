import { byId, clearRecalled, element, isMemory, showRecalled } from "./recalled.js";
import { readUiMessageStream } from "./ui-message-stream.js";

/** The current answer, to be stopped. */
let underWay;
/** The message that got no answer. Sent again, it keeps its id, and the server keeps it once. */
let unanswered;
/** While a chat is loaded nothing is sent, so that messages stay in order. */
let isOpening = false;

/** Returns the id of the chat from the address. A new chat gets its id with its first message. */
const chatIdNow = () => location.hash.slice(1);

/** Asks, and shows the answer as it comes. */
async function send(text) {
  if (chatIdNow() === "") history.replaceState(undefined, "", `#${crypto.randomUUID()}`);
  const chatId = chatIdNow();
  const id = unanswered?.text === text ? unanswered.id : crypto.randomUUID();
  unanswered = { id, text };
  showError("");
  const asked = addMessage("user", text);
  const answer = addAnswer(text);
  underWay = new AbortController();
  setBusy(true);
  try {
    for await (const chunk of ask({ id, role: "user", parts: [{ type: "text", text }] })) {
      if (chunk.type === "text-delta") answer.say(chunk.delta);
      else if (isMemory(chunk)) answer.recall(chunk);
    }
    answer.end();
    unanswered = undefined;
  } catch (error) {
    if (chatIdNow() !== chatId) return;
    asked.remove();
    answer.remove();
    // Keeps text that was written meanwhile.
    if (byId("text").value === "") byId("text").value = text;
    if (error.name !== "AbortError") showError(error.message);
  } finally {
    underWay = undefined;
    setBusy(false);
    showWelcome();
  }
}

async function* ask(message) {
  const response = await request("/api/chat", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chatId: chatIdNow(), message }),
    signal: underWay.signal,
  });
  yield* readUiMessageStream(response.body);
}

/** An answer of the server that is one; what else it says is thrown in its words. */
async function request(url, options) {
  const response = await fetch(url, options).catch((error) => {
    throw error.name === "AbortError" ? error : new Error("The server cannot be reached.");
  });
  if (response.ok) return response;
  const { error = "unknown" } = await response.json().catch(() => ({}));
  throw Object.assign(new Error(`The server refused: ${error}.`), { status: response.status });
}

/** Shows the chat that the address names, or a new one. */
async function openChat() {
  underWay?.abort();
  isOpening = true;
  unanswered = undefined;
  showError("");
  clearRecalled();
  byId("messages").replaceChildren();
  const chatId = chatIdNow();
  try {
    const messages = await load(chatId);
    // Another one was opened meanwhile.
    if (chatIdNow() !== chatId) return;
    for (const message of messages) addSaved(message);
  } catch (error) {
    showError(error.message);
  }
  isOpening = false;
  showWelcome();
}

async function load(chatId) {
  if (chatId === "") return [];
  try {
    const response = await request(`/api/chats/${encodeURIComponent(chatId)}`);
    return (await response.json()).messages;
  } catch (error) {
    // It has no messages.
    if (error.status === 404) return [];
    throw error;
  }
}

let lastQuestion = "";

function addSaved({ role, parts }) {
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  if (role === "user") {
    lastQuestion = text;
    addMessage("user", text);
    return;
  }
  const answer = addAnswer(lastQuestion);
  answer.say(text);
  for (const part of parts.filter(isMemory)) answer.recall(part);
  answer.end();
}

function addMessage(role, text) {
  const item = element("li", role);
  item.append(element("span", "hidden", role === "user" ? "You: " : "Answer: "));
  item.append(element("p", "text", text));
  byId("messages").append(item);
  byId("welcome").hidden = true;
  scrollDown();
  return item;
}

/** An answer that grows, with a button that shows what was recalled for it. */
function addAnswer(question) {
  const item = addMessage("assistant", "");
  const text = item.querySelector(".text");
  const memories = [];
  const button = element("button", "show-recalled", "…");
  button.type = "button";
  const show = () => {
    for (const other of document.querySelectorAll(".show-recalled")) other.ariaPressed = "false";
    button.ariaPressed = "true";
    showRecalled(question, memories);
  };
  button.addEventListener("click", show);
  item.classList.add("under-way");
  return {
    say(words) {
      text.append(words);
      scrollDown();
    },
    recall(memory) {
      memories.push(memory);
      show();
    },
    end() {
      item.classList.remove("under-way");
      const count = memories.length === 1 ? "1 memory" : `${memories.length} memories`;
      button.textContent = `${count} recalled`;
      item.append(button);
      show();
      scrollDown();
    },
    remove() {
      item.remove();
      const last = [...document.querySelectorAll(".show-recalled")].at(-1);
      if (last) last.click();
      else clearRecalled();
    },
  };
}

function showWelcome() {
  byId("welcome").hidden = byId("messages").childElementCount > 0;
}

function showError(message) {
  byId("error").textContent = message;
  byId("error").hidden = message === "";
}

/** While an answer comes, there is a button to stop it in place of the one to send. */
function setBusy(isBusy) {
  byId("messages").setAttribute("aria-busy", String(isBusy));
  byId("send").hidden = isBusy;
  byId("stop").hidden = !isBusy;
}

function scrollDown() {
  const { scrollHeight } = byId("scroll");
  byId("scroll").scrollTo({ top: scrollHeight });
}

function newChat() {
  location.hash = "";
  byId("text").focus();
}

byId("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("text").value.trim();
  if (text === "" || underWay || isOpening) return;
  byId("text").value = "";
  void send(text);
});
byId("text").addEventListener("keydown", (event) => {
  // Enter also ends the choice of characters, such as Chinese ones, which sends nothing.
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  byId("composer").requestSubmit();
});
byId("stop").addEventListener("click", () => {
  underWay?.abort();
  byId("text").focus();
});
byId("new-chat").addEventListener("click", newChat);
for (const button of document.querySelectorAll(".try")) {
  button.addEventListener("click", () => {
    byId("text").value = button.textContent;
    byId("composer").requestSubmit();
  });
}

/** Plays the login. A real page gets a session from its server. */
function logIn(user) {
  loggedIn = user;
  document.cookie = `chat-user=${user}; path=/; samesite=strict`;
}
let loggedIn = "ann";

/** Shows a returning user's chat as it was left in this tab. */
function switchTo(user) {
  sessionStorage.setItem(`chat-of-${loggedIn}`, chatIdNow());
  logIn(user);
  const chatId = sessionStorage.getItem(`chat-of-${user}`) ?? "";
  if (chatId === chatIdNow()) void openChat();
  else location.hash = chatId;
  byId("text").focus();
}
byId("user").addEventListener("change", ({ target }) => switchTo(target.value));
const known = /\bchat-user=(?<user>\w+)/u.exec(document.cookie)?.groups.user;
byId("user").value = known === "bo" ? "bo" : "ann";
logIn(byId("user").value);

window.addEventListener("hashchange", () => void openChat());
await openChat();
byId("text").focus();
