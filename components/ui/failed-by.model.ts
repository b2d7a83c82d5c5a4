/** Texts of browsers and of Next for a request without an answer, or for a part of the page that did not arrive. */
const NO_ANSWER =
  /fetch|network|load failed|connection closed|unexpected response|loading (?:css )?chunk|load chunk|imported module/i;
const ENDED = new Set(['AbortError', 'TimeoutError', 'NetworkError', 'ChunkLoadError']);

/**
 * Who failed, by an error that was caught in the browser: the server, which gives its errors a digest; the connection
 * to it; or the browser itself, where it shows or sends something. Pure.
 */
export function failedBy(error: unknown): 'server' | 'connection' | 'browser' {
  if (!(error instanceof Error)) return 'browser';
  if ('digest' in error && typeof error.digest === 'string') return 'server';
  return ENDED.has(error.name) || NO_ANSWER.test(error.message) ? 'connection' : 'browser';
}

/** "RangeError: Invalid string length". */
export function browserSaid(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 300);
}
