/** As official clients make them: 32 hexadecimal digits of 4.x clients, 34 of 5.x clients, 40 where a host has IPv6. */
const MADE = /^([0-9A-F]{32}|[0-9A-F]{34}|[0-9A-F]{40})$/i;

/** A text that a person pasted is more likely an id than a key. Either can be anything. */
export function looksLikeMessageId(text: string): boolean {
  return MADE.test(text.trim());
}

/** In an address "." and ".." mean another page, however they are written. */
const DOTS = /^~*\.{1,2}$/;

/** A message id as a part of an address, before it is percent-encoded: "." is "~." there, and "~." is "~~.". */
export function segmentOfId(messageId: string): string {
  return DOTS.test(messageId) ? `~${messageId}` : messageId;
}

export function idOfSegment(segment: string): string {
  return segment.startsWith('~') && DOTS.test(segment) ? segment.slice(1) : segment;
}
