import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import { documentTerms, queryTerms } from "@kioku/core/toolkit";

import { deleteOp, instant, putOp, testRecord } from "../../test-records.js";
import { expectNumbers } from "../expect.js";
import { textHits } from "../requests.js";
import { storeCases, storeChecks, type StoreCase } from "../store-case.js";
import { DOCUMENTS, expectScores, scoreTerms, writeTerms } from "../text-oracle.js";

const TEXTS = [
  "用户喜欢深色主题",
  "深色的猫",
  "上海的天气",
  "ユーザーは暗いテーマが好きです",
  "사용자는 어두운 테마를 좋아합니다",
  "The user prefers a dark theme in every editor",
  "Пользователь предпочитает тёмную тему",
  "le thème foncé de l'éditeur",
];

/** Records that no search shows, and yet they are part of what is searched. */
const HIDDEN: Readonly<Record<string, Partial<MemoryRecord>>> = {
  "of another kind": { kind: "other" },
  archived: { archivedAt: instant(0) },
  expired: { expiresAt: instant(0) },
  retired: { validTo: instant(0) },
};

/** Terms that a store could cut, fold, stem or take for syntax. Each is a term of its own. */
const TERMS = [
  ..."and or not near cat cats catalog concat select drop null true".split(" "),
  ..."a.b a b a-b a_b a:b a@b.c a+b a/b _ __ 1 10 01 1.5 -1 c++ c#".split(" "),
  ..."が か 猫 犬猫 猫犬 ー ー猫 é e ß ss ı i ё е कि का שָׁ ש ة ه ا أ 가 각".split(" "),
  ..."\" ' '' \\ * ^ : ( ) { } [ ] % ? $1 | & ! < > ~ = ; -- /* */ # @ `".split(" "),
  ..."NEAR( NEAR/2 AND OR a* ^a col:a \"a -a '); $$ 😀 👍 👍🏽 ❤ ❤️ 𝒜".split(" "),
  "x".repeat(64),
  "x".repeat(63),
  "字".repeat(64),
];

/** Texts whose terms a keyword search must survive, and what finds them. */
const QUERIES = [
  '"quoted phrase" AND (column:value OR NEAR(a b, 2)) NOT c*',
  "'; DROP TABLE records; --",
  "100% _under_ [a-z]* $1 ?1 :name @name",
  "C:\\path\\to\\file.txt https://example.org/a?b=c&d=e#f",
  "v1.2.3-rc.1 user@example.org 2026-01-31T12:34:56Z +49-30-1234 snake_case kebab-case",
  "👩‍👩‍👧‍👦 ❤️ 🏳️‍🌈",
];

export const textScoresCases: readonly StoreCase[] = [
  ...storeCases("text scores", ["text"], {
    async "scores are those of textScorer for the searched scope"({ store }) {
      await writeTerms(store, DOCUMENTS);
      for (const terms of [
        ["cat"],
        ["dog", "cat"],
        ["fish", "nobody"],
        ["bird", "cat", "dog", "bee"],
      ]) {
        expectScores(await textHits(store, terms), scoreTerms(DOCUMENTS, terms));
      }
    },
    async "a term counts by its weight"({ store }) {
      await writeTerms(store, DOCUMENTS);
      for (const weights of [[1, 0.5, 0.25], [0.1, 1, 1], [0.3]]) {
        const leg = { type: "text", terms: ["cat", "dog", "bee"], weights } as const;
        expectScores(await textHits(store, leg), scoreTerms(DOCUMENTS, leg));
      }
    },
    async "terms beyond the originals count, though not in the divisor"({ store }) {
      await writeTerms(store, DOCUMENTS);
      const leg = { type: "text", terms: ["cat", "nobody", "dog", "bee"], originals: 2 } as const;
      for (const weights of [undefined, [1, 1, 0.5, 0.4]]) {
        const weighted = { ...leg, weights };
        expectScores(await textHits(store, weighted), scoreTerms(DOCUMENTS, weighted));
      }
    },
    async "the order of the terms of a query does not matter"({ store }) {
      await writeTerms(store, DOCUMENTS);
      expectScores(
        await textHits(store, ["dog", "cat", "bird"]),
        scoreTerms(DOCUMENTS, ["bird", "cat", "dog"]),
      );
    },
    async "texts of all languages score by core's terms"({ store }) {
      await store.write(TEXTS.map((content, n) => putOp(testRecord(n, { content }))));
      const documents = TEXTS.map((text) => documentTerms(text));
      for (const query of [
        "猫",
        "上海",
        "深色主题",
        "テーマ",
        "테마",
        "dark themes",
        "тему",
        "theme",
        "editeur",
      ]) {
        const terms = queryTerms(query);
        const hits = await textHits(store, query);
        assert.ok(hits.length > 0, `nothing found for ${query}`);
        expectScores(hits, scoreTerms(documents, terms));
      }
    },
  }),
  ...storeCases("text scores", ["text"], {
    async "records of other scopes do not move a score"({ store }) {
      await writeTerms(store, DOCUMENTS);
      for (const scope of [["tes"], ["test", "below"], ["Test"], []]) {
        await writeTerms(store, [...DOCUMENTS, ["cat"], ["cat", "x", "y", "z"]], { scope });
      }
      expectScores(await textHits(store, ["cat", "dog"]), scoreTerms(DOCUMENTS, ["cat", "dog"]));
    },
    async "below a scope, all that is below it is counted once, however the scopes overlap"({
      store,
    }) {
      const others = [["cat"], ["cow"]];
      await writeTerms(store, DOCUMENTS, { scope: ["test", "a"] });
      await writeTerms(store, others, { scope: ["test", "b"] });
      const all = scoreTerms([...DOCUMENTS, ...others], ["bird"]);
      const overlapping = [["test"], ["test", "a"], ["test"]];
      for (const within of [[["test"]], overlapping]) {
        expectScores(await textHits(store, ["bird"], { within, reach: "below" }), all);
      }
      const both = [
        ["test", "a"],
        ["test", "b"],
        ["test", "a"],
      ];
      expectScores(await textHits(store, ["bird"], { within: both }), all);
    },
    ...storeChecks(Object.entries(HIDDEN), ([what, fields]) => ({
      async [`records that are ${what} are counted, though not shown`]({ store }) {
        await writeTerms(store, DOCUMENTS);
        await store.write([putOp(testRecord(9, { content: "cat", ...fields }))]);
        const selection = { kinds: ["note"], now: instant(100), validAt: instant(100) };
        const expected = scoreTerms([...DOCUMENTS, ["cat"]], ["cat", "dog"]);
        expected.delete(DOCUMENTS.length);
        expectScores(await textHits(store, ["cat", "dog"], selection), expected);
      },
    })),
    async "records that are not searchable are not counted"({ store }) {
      await writeTerms(store, DOCUMENTS);
      await store.write([putOp(testRecord(9, { content: "cat" }), { search: "none" })]);
      await store.write([putOp(testRecord(8, { content: "cat" }))]);
      await store.write([putOp(testRecord(8, { version: 2 }), { search: "none" })]);
      expectScores(await textHits(store, ["cat"]), scoreTerms(DOCUMENTS, ["cat"]));
    },
    async "scores follow updates and deletions"({ store }) {
      await writeTerms(store, [...DOCUMENTS, ["cat", "cat"], ["dog"]]);
      await store.write([
        deleteOp(testRecord(DOCUMENTS.length)),
        deleteOp(testRecord(DOCUMENTS.length + 1), { purge: true }),
        putOp(testRecord(0, { content: "fish fish", version: 2 })),
        putOp(testRecord(1, { version: 2 }), { search: "keep" }),
      ]);
      const now = [["fish", "fish"], ...DOCUMENTS.slice(1)];
      for (const terms of [["cat"], ["fish"], ["dog", "bird"]]) {
        expectScores(await textHits(store, terms), scoreTerms(now, terms));
      }
    },
  }),
  ...storeCases("text terms", ["text"], {
    async "a term matches that term and no other, whatever characters it has"({ store }) {
      await writeTerms(
        store,
        TERMS.map((term) => [term]),
      );
      for (const [n, term] of TERMS.entries()) {
        expectNumbers(await textHits(store, [term]), [n], `term ${JSON.stringify(term)}`);
      }
    },
    async "terms of hostile queries find what has them"({ store }) {
      const documents = QUERIES.map((text) => documentTerms(text));
      await writeTerms(store, documents);
      for (const [n, terms] of documents.entries()) {
        const distinct = [...new Set(terms)];
        const hits = await textHits(store, distinct);
        expectScores(hits, scoreTerms(documents, distinct));
        assert.equal(hits[0]?.id.endsWith(String(n)), true, QUERIES[n]);
      }
    },
    async "a query may have 256 terms"({ store }) {
      const terms = Array.from({ length: 256 }, (_, index) => `term${index}`);
      const documents = [terms.slice(250), terms.slice(0, 2), ["other"], [...terms, ...terms]];
      await writeTerms(store, documents);
      expectScores(await textHits(store, terms), scoreTerms(documents, terms));
    },
    async "a document may have 300,000 terms"({ store }) {
      const long = Array.from({ length: 300_000 }, (_, index) =>
        index % 3 === 0 ? "often" : `word${index % 2_000}`,
      );
      const documents = [[...long, "once"], ["often"], ["once", "word7"], ["other"]];
      await writeTerms(store, documents);
      for (const terms of [["often"], ["once"], ["word7", "word1999"]]) {
        expectScores(await textHits(store, terms), scoreTerms(documents, terms));
      }
    },
  }),
];
