/**
 * The HTTP server behind the studio and `kioku serve`: limits, time limits, a graceful stop, and
 * checks of host, origin and token.
 *
 * @module @kioku/studio/http
 */

export { type Admission, checkSite, checkToken, isLoopback } from "./check-request.js";
export { HttpError, type HttpErrorOptions, toHttpError } from "./http-error.js";
export { readBody } from "./read-body.js";
export { type Address, type Application, type Exchange } from "./start-server.js";
export { requireMethod, type RunningServer, startServer, withinTime } from "./start-server.js";
