import { LIMITS } from './limits';

/** Beside the body of a message: everything else that a request says. */
const REST_BYTES = 262_144;

/** How long requests to the HTTP API and the console may be. */
export const REQUEST_LIMITS = {
  /** One that carries no body of a message. */
  bytes: REST_BYTES,
  /**
   * One that carries the body of a message, or edits of bodies: as JSON a byte of text may take two (quotes, line
   * ends), and base64 takes a third more. The console's limit for actions is the same: lib/cli/door/request-body.mjs.
   */
  messageBytes: 2 * LIMITS.bodyBytes + REST_BYTES,
  /** Characters of the longest body as base64. */
  base64Chars: Math.ceil(LIMITS.bodyBytes / 3) * 4,
} as const;
