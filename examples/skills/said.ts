import { z } from "zod";

/** The input of skills that answer what somebody said: what a `message` holds fits it. */
export const said = z.object({ text: z.string().min(1) });
