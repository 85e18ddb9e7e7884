import { textForm } from "@kioku/core/toolkit";

import type { Turn } from "../../src/model/turn.js";

/** Makes turns of one talk; those of an assistant begin with "Assistant: ". */
export function said(...texts: readonly string[]): readonly Turn[] {
  return texts.map((full, index) => {
    const role = full.startsWith("Assistant: ") ? "assistant" : "user";
    const text = full.replace("Assistant: ", "");
    return {
      id: `turn-${index}`,
      text,
      thread: "talk",
      subject: role,
      role,
      at: new Date(Date.UTC(2026, 4, 1, 10, index)),
      trust: 1,
      importance: 0.5,
      form: textForm(text),
    };
  });
}
