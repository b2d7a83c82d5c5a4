export interface ErrorPiece {
  readonly text: string;
  /** bold: names an error; quiet: where its code is stored, which is read last. */
  readonly tone: 'bold' | 'quiet' | 'plain';
}

const plain = (text: string): ErrorPiece => ({ text, tone: 'plain' });
const bold = (text: string): ErrorPiece => ({ text, tone: 'bold' });
const quiet = (text: string): ErrorPiece => ({ text, tone: 'quiet' });

/** "Caused by: java.net.SocketTimeout: ..." (Java), "[cause]: Error: ..." (Node.js): the name of the error alone. */
const CAUSE = /^(\s*(?:Caused by|Suppressed|\[cause\]): ?[^\s:]+)(.*)$/s;
/** "    at charge (/srv/client.ts:118:13)", "\tat com.shop.Pay.charge(Pay.java:12)". */
const FRAME = /^(\s*at .*?)(\([^()]*\))(.*)$/s;
/** "    at /srv/client.ts:118:13" and frames of Python and Go: all of it is a place. */
const PLACE = /^\s+(?:at (?:\/|file:|node:)|File "|\/|\.\.\. \d+ more)/;

/** The lines of a stack trace, each in pieces. Pure. */
export function stackPieces(stack: string): ErrorPiece[] {
  return stack.split('\n').flatMap((line, index) => [...(index === 0 ? [] : [plain('\n')]), ...linePieces(line)]);
}

function linePieces(line: string): ErrorPiece[] {
  const [, cause, said = ''] = CAUSE.exec(line) ?? [];
  if (cause !== undefined) return [bold(cause), plain(said)];
  if (PLACE.test(line)) return [quiet(line)];
  const [, code, place = '', rest = ''] = FRAME.exec(line) ?? [];
  return code === undefined ? [plain(line)] : [plain(code), quiet(place), plain(rest)];
}
