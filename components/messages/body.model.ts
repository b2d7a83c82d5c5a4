export type BodyForm = 'json' | 'text' | 'hex';

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

export function isJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
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

export type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'punctuation';

export interface JsonToken {
  readonly kind: JsonTokenKind | 'space';
  readonly text: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

/** Formats JSON without parsing its values: numbers beyond 2^53 keep every digit, keys their order, repeats stay. */
export function layOutJson(text: string): JsonToken[] {
  const tokens = text.match(TOKEN) ?? [];
  const laid: JsonToken[] = [];
  let depth = 0;
  const newLine = (): void => void laid.push({ kind: 'space', text: `\n${'  '.repeat(depth)}` });
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    const previous = tokens[index - 1];
    switch (token) {
      case '{':
      case '[':
        laid.push({ kind: 'punctuation', text: token });
        depth += 1;
        if (next !== '}' && next !== ']') newLine();
        break;
      case '}':
      case ']':
        depth -= 1;
        if (previous !== '{' && previous !== '[') newLine();
        laid.push({ kind: 'punctuation', text: token });
        break;
      case ',':
        laid.push({ kind: 'punctuation', text: token });
        newLine();
        break;
      case ':':
        laid.push({ kind: 'punctuation', text: ': ' });
        break;
      default:
        laid.push({ kind: kindOf(token, next), text: token });
    }
  });
  return laid;
}

function kindOf(token: string, next: string | undefined): JsonTokenKind {
  if (token.startsWith('"')) return next === ':' ? 'key' : 'string';
  return /^[tfn]/.test(token) ? 'word' : 'number';
}

export interface TextPiece {
  readonly text: string;
  /** A character that would not show, or would change how others show, by its code. */
  readonly code: string | null;
}

const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is made visible
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Control, direction and zero-width characters become visible codes: what is on screen is what is in the body. */
export function visiblePieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), code: null });
    pieces.push({
      text: match[0],
      code: `U+${(match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    });
    from = match.index + match[0].length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from), code: null });
  return pieces;
}
