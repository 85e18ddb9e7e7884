import type { WriteOptions } from "@kioku/core";
import type { UIMessage } from "ai";

import type { LogSettings } from "./chat-log-options.js";

/** One call of `append`, checked. */
export interface Append<Message extends UIMessage> extends WriteOptions {
  readonly settings: LogSettings<Message>;
  readonly chatId: string;
  readonly forgetOthers: boolean;
}
