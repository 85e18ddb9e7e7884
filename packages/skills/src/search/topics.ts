import { documentTerms } from "@kioku/core/toolkit";

import type { ConceptReader } from "../trigger/concept-reader.js";

/** Endings of files, with programs, languages and words for what is in them. */
const FILE_KINDS: readonly string[] = [
  "docx doc odt word 文档",
  "xlsx xls csv tsv ods excel spreadsheet workbook 表格",
  "pptx ppt odp powerpoint keynote slide deck presentation 幻灯 演示",
  "pdf acrobat",
  "md markdown",
  "html css website webpage web site frontend ui 网页 网站 前端 页面 界面",
  "png jpg jpeg webp image picture photo screenshot 图片 照片 截图",
  "svg vector diagram 图表",
  "gif animation animated 动图 动画",
  "mp4 mov video film clip youtube 视频",
  "mp3 wav audio sound 音频 录音",
  "js javascript node npm",
  "ts typescript",
  "py python",
  "rs rust cargo",
  "ipynb jupyter notebook",
  "sql database 数据库",
  "zip archive",
  "tex latex",
];

/** Reads the topics that a text names, as terms: concepts as `#12`, kinds of files as `@3`. */
export class Topics {
  readonly #reader: ConceptReader;
  readonly #kinds = new Map<string | undefined, string>();

  constructor(reader: ConceptReader) {
    this.#reader = reader;
    for (const [kind, line] of FILE_KINDS.entries()) {
      // A Chinese word is characters and then pairs, of which the last is enough.
      for (const word of line.split(" ")) this.#kinds.set(documentTerms(word).at(-1), `@${kind}`);
    }
  }

  /** Returns the topics that a text with these terms names. */
  of(text: string, terms: readonly string[]): readonly string[] {
    const kinds = new Set(terms.flatMap((term) => this.#kinds.get(term) ?? []));
    return [...kinds, ...[...this.#reader.read(text)].map((concept) => `#${concept}`)];
  }
}
