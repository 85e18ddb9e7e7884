import { render } from "preact";

import { sampleSource } from "./data/sample-source.js";
import { setSource } from "./data/source.js";
import { PlaygroundFrame } from "./frame/playground-frame.js";
import { startRouter } from "./frame/router.js";
import { choose } from "./frame/settings.js";

const root = document.querySelector("#app");
if (root === null) throw new Error("element is missing");
choose({});
setSource(sampleSource(new Date()));
if (location.hash.length < 3) location.replace("#/forgetting");
startRouter();
render(<PlaygroundFrame />, root);
