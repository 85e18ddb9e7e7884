import { expect, test } from "vitest";

import { changesTopic, tellsOfChange } from "../../src/text/changes.js";

test.each([
  ["We moved to a house by the river", true],
  ["The club does not meet on Mondays any more", true],
  ["From now on the shop opens at ten", true],
  ["课程改到周五了", true],
  ["他们搬到南京去了", true],
  ["我不再吃肉", true],
  ["The shop opens at ten", false],
  ["The boat is known to leak", false],
  ["课程在周五", false],
])("%s tells of a change: %s", (text, tells) => {
  expect(tellsOfChange(text)).toBe(tells);
});

test.each([
  ["I've just moved to Dresden", "I live in Hamburg", true],
  ["We relocated last year", "My address is 4 Harbour Street", true],
  ["I quit on Friday", "I work at a print shop", true],
  ["我搬到成都了", "我住在青岛", true],
  ["我从报社辞职了", "我在报社上班", true],
  ["I moved the sofa", "The sofa is red", false],
  ["I've just moved to Dresden", "I work at a print shop", false],
  ["She moved to Dresden", "I live in Hamburg", false],
  ["I live in Hamburg", "I've just moved to Dresden", false],
])("%s changes %s: %s", (text, older, changes) => {
  expect(changesTopic(text, older)).toBe(changes);
});
