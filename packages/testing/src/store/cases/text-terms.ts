import assert from "node:assert/strict";

import { documentTerms } from "@kioku/core/toolkit";

import { expectNumbers } from "../expect.js";
import { textHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";
import { expectScores, scoreTerms, writeTerms } from "../text-oracle.js";

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

export const textTermCases: readonly StoreCase[] = storeCases("text terms", ["text"], {
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
});
