export type BodyForm = 'decoded' | 'json' | 'text' | 'hex';

/** Hex of more is for a hex editor. */
const MOST_HEX_BYTES = 64 * 1024;

export function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Null when the bytes are not UTF-8; a cut in the middle of a character at the end is forgiven. */
export function readText(bytes: Uint8Array, isCut: boolean): string | null {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (let drop = 0; drop <= (isCut ? 3 : 0); drop += 1) {
    try {
      return decoder.decode(bytes.subarray(0, bytes.length - drop));
    } catch {
      // not valid at this length
    }
  }
  return null;
}

export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < Math.min(bytes.length, MOST_HEX_BYTES); at += 16) {
    const row = Array.from(bytes.subarray(at, at + 16));
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0'));
    const left = hex.slice(0, 8).join(' ').padEnd(23);
    const right = hex.slice(8).join(' ').padEnd(23);
    const text = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${left}  ${right}  ${text}`);
  }
  return lines.join('\n');
}

export interface TextPiece {
  readonly text: string;
  /** A character that would not show, or would change how others show, by its code. */
  readonly code: string | null;
}

const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is made visible
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** So many are shown by their codes: each is an element of the page. */
const MOST_CODES = 2000;

/**
 * Control, direction and zero-width characters become visible codes: what is on screen is what is in the body. Beyond
 * the first ones each run of them becomes U+FFFD, the sign for what cannot be shown.
 */
export function visiblePieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  let codes = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), code: null });
    if (codes === MOST_CODES) {
      pieces.push({
        text: text
          .slice(match.index)
          .replaceAll(HIDDEN, '\uFFFD')
          .replaceAll(/\uFFFD+/g, '\uFFFD'),
        code: null,
      });
      return pieces;
    }
    codes += 1;
    pieces.push({
      text: match[0],
      code: `U+${(match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    });
    from = match.index + match[0].length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from), code: null });
  return pieces;
}
