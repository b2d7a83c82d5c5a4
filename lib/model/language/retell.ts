import { english, type Reason, tell, type Told, told, toldOf } from './t';

/** A message as it is stored: in English. */
export function written(message: string, values: Told['values'] = {}): string {
  return english(toldOf(message, values));
}

/** The values that a stored English text of this message has; undefined: it is another text. */
export function valuesOf(message: string, text: string | null): Readonly<Record<string, string>> | undefined {
  // Texts between names of values: walked through once, since a text may have been written to be slow.
  const [start = '', ...rest] = message.split(/\{(\w+)\}/);
  if (text?.startsWith(start) !== true) return undefined;
  const values: Record<string, string> = {};
  let at = start.length;
  while (rest.length > 0) {
    const [name = '', after = ''] = rest.splice(0, 2);
    const end = rest.length > 0 ? text.indexOf(after, at) : text.length - after.length;
    if (end < at || !text.startsWith(after, end)) return undefined;
    values[name] = text.slice(at, end);
    at = end + after.length;
  }
  return at === text.length ? values : undefined;
}

/**
 * A text that was stored in English, in the language of its reader. What is none of these messages stays as it is: of
 * messages whose text would fit the pattern of another one, the longer comes first.
 */
export function retold(messages: readonly string[], english: string): string {
  return tell(toldFrom(messages, english));
}

/** The same for the caller that says it later. */
export function toldFrom(messages: readonly string[], english: string): Reason {
  for (const message of messages) {
    const values = valuesOf(message, english);
    if (values !== undefined) return toldOf(message, values);
  }
  return english;
}

const MARK = '{"message":';

/** A reason as a column of text keeps it. One that is too long for its parts is kept in English. */
export function kept(reason: Reason, most = 2_000): string {
  if (typeof reason === 'string')
    // A text of a person or a program that looks like a message is none.
    return reason.startsWith(MARK) ? kept(told('{why}', { why: reason }), most) : reason.slice(0, most);
  const json = JSON.stringify(reason);
  return json.length <= most ? json : english(reason).slice(0, most);
}

/** What `kept` wrote; any other text, as older releases wrote it, stays as it is. */
export function fromKept(text: string): Reason {
  if (!text.startsWith(MARK)) return text;
  try {
    const json: unknown = JSON.parse(text);
    return isMessage(json) ? toReason(json) : text;
  } catch {
    return text;
  }
}

/** A message as JSON has it. */
export function toReason(json: unknown): Reason {
  if (!isMessage(json)) return String(json);
  const values = Object.entries(json.values).map(([name, value]) => [name, toValue(value)]);
  return toldOf(json.message, Object.fromEntries(values) as Told['values']);
}

function toValue(json: unknown): Told['values'][string] {
  if (typeof json === 'number') return json;
  return Array.isArray(json) ? json.map(toReason) : toReason(json);
}

function isMessage(json: unknown): json is { readonly message: string; readonly values: object } {
  const { message, values } = (json ?? {}) as Partial<Record<string, unknown>>;
  return typeof message === 'string' && typeof values === 'object' && values !== null;
}
