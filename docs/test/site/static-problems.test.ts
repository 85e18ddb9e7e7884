import { expect, test } from "vitest";

import { addressOf } from "../../site/built-site.ts";
import { deadLinks, foreignReferences } from "../../site/static-problems.ts";

test.each([
  '<script type="module" src="https://cdn.example.com/a.js"></script>',
  '<link rel="stylesheet" href="//fonts.example.com/inter.css">',
  '<img loading="lazy" src="https://example.com/a.svg" alt="a &quot;b&quot;">',
  '<iframe src="https://example.com"/>',
])("%s is on another host", (html) => {
  expect(foreignReferences(html)).toHaveLength(1);
});

test.each([
  '<a href="https://example.com" target="_blank">there</a>',
  '<img src="/assets/a.svg">',
  '<link rel="icon" href="data:image/svg+xml,%3Csvg">',
  "<pre>https://example.com</pre>",
])("%s is not", (html) => {
  expect(foreignReferences(html)).toEqual([]);
});

test("links to pages and headings that are not there are dead", () => {
  const html = `<h2 id="x">X</h2><h2 id="概念">Y</h2>
    <a href="/b">1</a><a href="/b#x">2</a><a href="#x">3</a><a href="/a#%E6%A6%82%E5%BF%B5">4</a>
    <a href="/c">5</a><a href="#y">6</a><a href="/a#z">7</a><a href="https://example.com/c">8</a>`;
  const pages = [
    { address: "/a", html },
    { address: "/b", html: '<p id="x"></p>' },
  ];
  expect(deadLinks(pages)).toEqual([
    "/a: /c leads nowhere",
    "/a: #y leads nowhere",
    "/a: /a#z leads nowhere",
  ]);
});

test.each([
  ["index.html", "/"],
  ["guide/index.html", "/guide/"],
  ["guide/recall.html", "/guide/recall"],
])("%s is served as %s", (file, address) => {
  expect(addressOf(file)).toBe(address);
});
