import { inEnglish } from './speech';
import { tell } from './t';

type Values = Readonly<Record<string, string | number>>;

/** A message as it is stored: in English. */
export function written(message: string, values: Values = {}): string {
  return inEnglish(() => tell({ message, values }));
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
  for (const message of messages) {
    const values = valuesOf(message, english);
    if (values !== undefined) return tell({ message, values });
  }
  return english;
}
