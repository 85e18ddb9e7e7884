import { expect, test } from "vitest";

import { readList } from "../../../src/backup/s3/read-list.js";
import { readXml } from "../../../src/backup/s3/read-xml.js";

const PLACE = { prefix: "p/", after: undefined, token: undefined };

function list(keys: readonly string[], end = "<IsTruncated>false</IsTruncated>"): string {
  const objects = keys.map((key) => `<Contents><Key>${key}</Key><Size>3</Size></Contents>`);
  return `<?xml version="1.0"?>\n<ListBucketResult xmlns="x">${objects.join("\n")}${end}</ListBucketResult>`;
}

test("a page has keys, lengths and where it goes on", () => {
  const end =
    "<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;=</NextContinuationToken>";
  expect(readList(list(["p/a", "p/a&lt;&#98;&#x63;"], end), PLACE)).toEqual({
    objects: [
      { key: "p/a", bytes: 3 },
      { key: "p/a<bc", bytes: 3 },
    ],
    next: "a&=",
  });
  expect(readList(list([]), PLACE)).toEqual({ objects: [], next: undefined });
});

test.each([
  ["", "is no list of a bucket"],
  ["<html>hello</html>", "is no list of a bucket"],
  [list(["p/a"]).slice(0, -5), "is no list of a bucket"],
  [list(["p/a", "q/b"]), "has keys of another prefix"],
  [list(["p/b", "p/a"]), "is not in the order of keys"],
  [list(["p/a", "p/a"]), "is not in the order of keys"],
  [list(["p/a"], ""), "does not say whether more follows"],
  [list(["p/a"], "<IsTruncated>true</IsTruncated>"), "does not say how it goes on"],
  [list(["p/a"]).replace(">3<", ">many<"), "has an object without key or size"],
])("a list that cannot be trusted is refused: %#", (source, problem) => {
  expect(readList(source, PLACE)).toBe(problem);
});

test("a page goes on after the one before, and does not begin again", () => {
  const end = "<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>";
  const place = { ...PLACE, after: "p/b", token: "t" };
  expect(readList(list(["p/b"]), place)).toBe("is not in the order of keys");
  expect(readList(list(["p/c"], end), place)).toBe("begins again where it began");
});

test.each([
  "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
  "<a><!-- b --></a>",
  "<a><![CDATA[b]]></a>",
  "<a>&unknown;</a>",
  "<a>&#1114112;</a>",
  "<a>& </a>",
  "<a><b></a></b>",
  "<a/><b/>",
  "<a>",
  "a",
  "</a>",
  "<a",
  "<>",
  "<a".repeat(100_000),
  "<a>".repeat(100_000),
  "&".repeat(100_000),
  " ".repeat(2 ** 23 + 1),
])("XML that no server sends is not read: %#", (source) => {
  expect(readXml(source)).toBeUndefined();
});

test("elements, texts and attributes of XML are told apart", () => {
  const source = '\uFEFF<?xml version="1.0"?> <Error a="b"><Code>No&apos;</Code><Empty/></Error>\n';
  expect(readXml(source)).toEqual({
    name: "Error",
    text: "",
    children: [
      { name: "Code", text: "No'", children: [] },
      { name: "Empty", text: "", children: [] },
    ],
  });
});
