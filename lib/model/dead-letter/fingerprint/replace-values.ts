/**
 * One line of text without what differs from failure to failure: ids, numbers, times, addresses, quoted values. What
 * names the kind of failure stays: status codes, codes of databases, names of columns and fields.
 * Each pattern reads the text once; the text is short, see MAX_LINE.
 */
export function replaceValues(line: string): string {
  let text = line.slice(0, MAX_LINE);
  for (const [pattern, by] of STEPS) text = typeof by === 'string' ? text.replaceAll(pattern, by) : by(text, pattern);
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Of what is read of one line. */
export const MAX_LINE = 600;

/** Stands for a code that is kept while numbers are replaced: digits as letters of a private plane. */
const HIDDEN = 0xe000;
const hide = (text: string): string => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(HIDDEN + Number(digit)));
const show = (text: string): string =>
  text.replaceAll(/[\uE000-\uE009]/g, (digit) => String((digit.codePointAt(0) ?? HIDDEN) - HIDDEN));

type Step = readonly [pattern: RegExp, by: string | ((text: string, pattern: RegExp) => string)];
const hidden = (text: string, pattern: RegExp): string => text.replaceAll(pattern, hide);

/** Words beside which a quoted or listed word is a name, not a value. */
const NAMED =
  'constraint|relation|columns?|tables?|types?|functions?|propert(?:y|ies)|fields?|methods?|modules?|class|bean|index|' +
  'schema|database|role|parameters?|params?|attributes?|operator|reading|setting|export|variable|arguments?|keyword|' +
  'for key|component|header|enum|symbol|package|template|queue|topic|exchange|bucket|name';
const KEEP_AFTER = new RegExp(`(?:^|[^\\w])(?:${NAMED})[ :=(]*(?:of )?$`, 'i');
const KEEP_BEFORE = new RegExp(`^ ?(?:object\\b|${NAMED})`, 'i');
/** A name as people write it in code: no digits in the middle of letters, no spaces. */
const PLAIN_NAME = /^[A-Za-z_$@./\\-][A-Za-z_$@./\\-]*\d?$/;

const QUOTED = /(?<!\w)"(?:[^"\\]|\\.)*"|(?<!\w)'(?:[^'\\]|\\.)*'(?!\w)|`[^`]*`|“[^”]*”|‘[^’]*’|«[^»]*»/g;

function replaceQuoted(text: string, pattern: RegExp): string {
  const bare = text.trim();
  return text.replaceAll(pattern, (quoted, at: number) => {
    const inner = quoted.slice(1, -1);
    if (!PLAIN_NAME.test(inner)) return '{s}';
    // Python's KeyError says nothing but the key.
    if (bare === quoted) return quoted;
    const before = text.slice(Math.max(0, at - 24), at);
    const after = text.slice(at + quoted.length, at + quoted.length + 16);
    return KEEP_AFTER.test(before) || KEEP_BEFORE.test(after) ? quoted : '{s}';
  });
}

const REASONS =
  'Bad Request|Unauthorized|Payment Required|Forbidden|Not Found|Method Not Allowed|Request Timeout|Conflict|Gone|' +
  'Precondition Failed|Payload Too Large|Unprocessable|Locked|Too Many Requests|Internal Server Error|' +
  'Not Implemented|Bad Gateway|Service Unavailable|Gateway Time-?out|Client Error|Server Error';

/** HTTP statuses of failures, where only a list of them tells a code from a count. */
const HTTP = '(?:40[0-68-9]|41[0-8]|42[1-689]|431|451|50[0-578]|511|52[0-7]|530)';
/** What a mail server says after its code where it names no enhanced one, as "550 Mailbox unavailable". */
const SMTP_REASONS =
  'Mailbox|User|Recipient|Sender|Relay|Service|Syntax|Authentication|Too many|Message|Requested|Temporar|Transaction|' +
  'Try again|Greylist|Insufficient|Exceeded|Command|Bad sequence|Not (?:allowed|permitted)|Access denied|No such';
const NOT_MS = String.raw`\b(?! ?m?s\b)`;

/** Codes that name the failure: they stay, while numbers, counters and ids go. */
const CODES: readonly RegExp[] = [
  /\b(?:ORA|TNS|PLS|DPI|NJS)-\d{5}\b|\bE\d{4,5}\b|\bAADSTS\d{5,7}\b|\bTLSv?\d(?:\.\d)?\b|\b[A-Z]{2,6}_\d{3,5}\b/g,
  /\bSQL ?STATE\b[\s:=([]*[\dA-Z]{5}\b|\bSQLCODE\b[\s:=([]*-?\d{1,5}\b/gi,
  // MySQL: ERROR 1213 (40001)
  /\bERROR \d{4} \([\dA-Z]{5}\)/g,
  new RegExp(
    String.raw`\b(?:errno|exit(?:ed)? (?:with )?(?:code|status)|signal|alert(?: number)?|error[ _-]?code|error|ERR|` +
      String.raw`(?:response|return|reply|result|status)?[ _-]?code)\b[\s:=([]*-?\d{1,5}${NOT_MS}`,
    'gi',
  ),
  /\b(?:HRESULT|error(?:[ _-]?code)?|code|status)\b[\s:=([]*0x[\da-f]{1,8}\b/gi,
  new RegExp(
    String.raw`\b(?:(?:HTTP[ _-]?)?status(?:[ _-]?code)?|HTTP(?:\/\d(?:\.\d)?)?(?: (?:error|response|code))?|` +
      String.raw`returned|(?:responded|replied|failed|answered)(?: with)?|response|reply|got|received)\b` +
      String.raw`(?: HTTP(?:\/\d(?:\.\d)?)?)?[\s:=('"]*[1-5]\d\d${NOT_MS}`,
    'gi',
  ),
  new RegExp(String.raw`\b[45]\d\d(?=[\s:,-]{1,3}(?:${REASONS})|\s(?:from|response|status)\b)`, 'g'),
  new RegExp(String.raw`\b${HTTP}(?=\s(?:after|error|on|for)\b|:? \{json\})`, 'g'),
  new RegExp(String.raw`\b(?:error|failed|failure|rejected|refused|unavailable)[\s:]*[([]${HTTP}(?=[)\]])`, 'gi'),
  /(?:\b[245]\d\d[\s-]#?|\b(?:dsn|status|enhanced code)\b[\s:=]*|#)[245]\.\d{1,3}\.\d{1,3}\b/gi,
  new RegExp(String.raw`\b[45]\d\d(?=[\s-](?:${SMTP_REASONS}))`, 'g'),
];

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const CLOCK = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?`;
const FILES = 'js|mjs|cjs|ts|tsx|jsx|py|go|java|kt|scala|cs|rb|php|rs|cpp|c|h|ex|swift|sql|lua';

const STEPS: readonly Step[] = [
  // Colours of a terminal.
  // oxlint-disable-next-line no-control-regex -- an escape is a control character
  [/\u001B\[[\d;]{0,20}m/g, ''],
  [/\{\s*\\?"[^]*\}|\{'[^]*\}|\[\s*(?:\{|")[^]*\]/g, '{json}'],
  [/\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s"'<>)\]}]+/gi, '{url}'],
  [/[\w.+-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+/gi, '{email}'],
  [/=\([^)]*\)/g, '=({s})'],
  [QUOTED, replaceQuoted],
  ...CODES.map((pattern): Step => [pattern, hidden]),
  // Moments.
  [new RegExp(String.raw`\b\d{4}[-/]\d\d[-/]\d\d(?:[T ]${CLOCK}(?: ?Z|[+-]\d\d:?\d\d)?)?`, 'g'), '{time}'],
  [
    new RegExp(
      String.raw`\b(?:[A-Z][a-z]{2},? )?(?:\d{1,2} ${MONTH}|${MONTH} \d{1,2})(?:,? \d{4})?(?: ${CLOCK})?(?: [A-Z]{3,4})?(?: \d{4})?`,
      'g',
    ),
    '{time}',
  ],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?Z?\b/g, '{time}'],
  // Places in files: the line moves with every release.
  [new RegExp(String.raw`(\.(?:${FILES}))(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\)|, line \d+|:line \d+)`, 'g'), '$1'],
  // Addresses.
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g, '{host}'],
  [
    /\[?(?<![\w:])(?:[\da-f]{1,4}:){2,7}:?[\da-f]{0,4}(?::[\da-f]{1,4}){0,6}\]?(?::\d{1,5})?(?![\w:])|(?<!\w)::1\b/gi,
    '{host}',
  ],
  [/\b(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}:\d{2,5}\b|\blocalhost:\d{2,5}\b/gi, '{host}'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '{id}'],
  [/\b[0-7][\dA-HJKMNP-TV-Z]{25}\b/g, '{id}'],
  [/\b0x[\da-f]+\b/gi, '{id}'],
  [/(?<![A-Za-z\d])(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}(?![A-Za-z\d])/gi, '{id}'],
  [/(?<![A-Za-z\d])[A-Za-z\d]{2,}(?![A-Za-z\d])/g, (text, pattern) => text.replaceAll(pattern, replaceMixed)],
  [/(?<![\w}])[-+]?\d+(?:[.,:]\d+)*%?|\d+(?:[.,:]\d+)*%?/g, '{n}'],
  // Lists have as many parts as the failure happened to have.
  [/(\{(?:n|s|id|host|email|url|time)\})(?:\s*[,;|]\s*(?:and )?\1)+/g, '$1'],
  [/[\uE000-\uE009]/g, (text) => show(text)],
];

/** "8Fk3jsK2" is an id; "worker12" and "5000ms" are a word and a number. */
function replaceMixed(token: string): string {
  if (!/\d/.test(token) || !/[A-Za-z]/.test(token)) return token;
  if (token.length >= 6 && /[A-Za-z]\d+[A-Za-z]|\d[A-Za-z]+\d/.test(token)) return '{id}';
  return token;
}
