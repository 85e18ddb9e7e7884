import assert from "node:assert/strict";

import { documentTerms, queryTerms } from "@kioku/core/toolkit";

import { putOp } from "../../test-ops.js";
import { testRecord } from "../../test-record.js";
import { textHits } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";
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

export const textScoreCases: readonly StoreCase[] = storeCases("text scores", ["text"], {
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
});
