import type { ModelSettings } from "./model-settings.ts";
import { SAMPLE_TEXT } from "./sample-text.ts";
import { SPECIAL_TOKENS, wordPieces } from "./word-pieces.ts";

/**
 * Contents of `tokenizer.json` and `tokenizer_config.json`: a BERT tokenizer with a vocabulary of
 * our own.
 */
export function tokenizerFiles(settings: ModelSettings): {
  readonly tokenizer: object;
  readonly configuration: object;
} {
  const pieces = wordPieces(SAMPLE_TEXT, settings.vocabulary);
  const tokenizer = {
    version: "1.0",
    truncation: {
      direction: "Right",
      max_length: settings.positions,
      strategy: "LongestFirst",
      stride: 0,
    },
    padding: null,
    added_tokens: SPECIAL_TOKENS.map((content, id) => {
      const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false };
      return { id, content, ...flags, special: true };
    }),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("[CLS]"), sequence("A", 0), special("[SEP]")],
      pair: [
        special("[CLS]"),
        sequence("A", 0),
        special("[SEP]"),
        sequence("B", 1),
        special("[SEP]", 1),
      ],
      special_tokens: Object.fromEntries(
        ["[CLS]", "[SEP]"].map((token) => [
          token,
          { id: token, ids: [SPECIAL_TOKENS.indexOf(token)], tokens: [token] },
        ]),
      ),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(pieces.map((piece, id) => [piece, id])),
    },
  };
  const configuration = {
    tokenizer_class: "BertTokenizer",
    model_max_length: settings.positions,
    do_lower_case: true,
    tokenize_chinese_chars: true,
    strip_accents: null,
    cls_token: "[CLS]",
    mask_token: "[MASK]",
    pad_token: "[PAD]",
    sep_token: "[SEP]",
    unk_token: "[UNK]",
  };
  return { tokenizer, configuration };
}

function special(id: string, type = 0): object {
  return { SpecialToken: { id, type_id: type } };
}

function sequence(id: string, type: number): object {
  return { Sequence: { id, type_id: type } };
}
