const PREFIX = 'unreported:';

/** Of a dead letter whose last delivery no client reported: all that is known is how the broker saw it end. */
export function unreportedFingerprint(brokerCause: string): string {
  return `${PREFIX}${brokerCause}`;
}

/** How the broker saw it end; null: a report says more. */
export function brokerCauseOf(fingerprint: string): string | null {
  return fingerprint.startsWith(PREFIX) ? fingerprint.slice(PREFIX.length) : null;
}

/** Names a cause in an address; anything else in a filter is an error type or a cause of the broker. */
export function isFingerprint(text: string): boolean {
  return /^[\da-f]{16}$/.test(text) || text.startsWith(PREFIX);
}
