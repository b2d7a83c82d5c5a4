/** As official clients make them: 32 hexadecimal digits of 4.x clients, 34 of 5.x clients, 40 where a host has IPv6. */
const MADE = /^([0-9A-F]{32}|[0-9A-F]{34}|[0-9A-F]{40})$/i;

/** A text that a person pasted is more likely an id than a key. Either can be anything. */
export function looksLikeMessageId(text: string): boolean {
  return MADE.test(text.trim());
}
