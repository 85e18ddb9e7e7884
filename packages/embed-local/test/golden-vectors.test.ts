import { expect, test } from "vitest";

import { localEmbedder } from "../src/index.js";
import { digest, embedOne } from "./support/vectors.js";

const embedder = localEmbedder();

// A change here changes the vector space: it needs a new revision in `EMBEDDER_ID`.
test.each([
  ["", "d90e4edf1c9eb42b"],
  [" ", "5d10f97c591e64f8"],
  ["🎉", "ab20beb911c69843"],
  ["?!", "ebbb16d0d4d21a31"],
  ["The user prefers dark mode in every editor.", "02244e9ff7552687"],
  ["Don't forget: John's flight leaves at 07:45 on 2031-02-28!", "e108dab09fdc9e90"],
  ["Übermäßig café-goers bought xylqorant and blorptastic gear", "1adc9be8df11dc77"],
  ["用户喜欢什么主题？", "db8b99442e075bf9"],
  ["宁静的座位被覆盖了，份量不够", "29d6d5edcca45696"],
  ["後來她們搬到臺灣鄉下，裡面有個著名的圖書館。", "920a3367cfc83349"],
  ["我在 VS Code 里用 TypeScript 写 memory 插件", "d54df5f31ad4b0ce"],
  ["ＦＵＬＬ　ｗｉｄｔｈ ① ½ ﬁne", "57c40976034b9028"],
  ["Привет, мир", "8bc1297af1604ddd"],
  ["こんにちは", "f0f9756bbeac4d3d"],
  ["a\0b\uD800c", "949720294b3c6e75"],
])("%j keeps its vector, bit by bit", async (text, expected) => {
  expect(digest(await embedOne(embedder, text))).toBe(expected);
});
