import type { Memory } from "@kioku/core";
import { layersOf } from "@kioku/core/toolkit";

import type { Mind, MindOptions } from "../api/mind.js";
import type { MindHost } from "../model/mind-host.js";
import { Background } from "../run/background.js";
import { MindEventHub } from "./mind-events.js";
import { type MindSettings, resolveMindOptions } from "./mind-options.js";
import { MindView } from "./mind-view.js";
import { ReminderTimers } from "./reminder-timers.js";

/**
 * Makes a memory that makes something of what it was told.
 *
 * ```ts
 * await using mind = createMind({ memory });
 * const talk = mind.session("chat-7");
 * await talk.hear({ content: "I moved to Berlin", speaker: "Ana" });
 * await mind.consolidate();
 * const { text } = await mind.document({ document: "portrait", of: "Ana" });
 * ```
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
export function createMind(options: MindOptions): Mind {
  const { memory, settings } = resolveMindOptions(options);
  const events = new MindEventHub(settings.logger);
  const parts = {
    events,
    background: new Background(),
    timers: new ReminderTimers(events),
    closing: new AbortController(),
  };
  return new MindView(parts, hostOf(settings, events, memory));
}

function hostOf(settings: MindSettings, events: MindEventHub, whole: Memory): MindHost {
  const [memory] = layersOf(whole);
  return {
    ...settings,
    memory,
    whole,
    emit: (event, payload) => events.emit(event, payload),
    at: (other) => hostOf(settings, events, other),
  };
}
