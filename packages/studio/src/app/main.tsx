import { render } from "preact";

import { serverSource, takeToken } from "./data/server-source.js";
import { ask, setSource } from "./data/source.js";
import { about } from "./frame/about.js";
import { Frame } from "./frame/frame.js";
import { NoToken } from "./frame/no-token.js";
import { startRouter } from "./frame/router.js";
import { language } from "./frame/settings.js";
import { setNow } from "./parts/use-now.js";
import { chooseLanguage } from "./words/define-words.js";

const root = document.querySelector("#app");
if (root === null) throw new Error("element is missing");
const token = takeToken();
try {
  await chooseLanguage(language.value);
  start(root);
} catch {
  root.textContent = "The studio does not answer. Load the page again.";
}

/** Shows the page, or that it lacks its token. */
function start(place: Element): void {
  if (token === undefined) {
    render(<NoToken />, place);
    return;
  }
  setSource(serverSource(token));
  if (location.hash.length < 3) location.replace("#/memories");
  startRouter();
  render(<Frame />, place);
  ask("about", {}).then(
    (answer) => {
      setNow(answer.now);
      about.value = answer;
    },
    // The page says what its own requests fail with.
    () => undefined,
  );
}
