import { inEnglish } from './speech';
import { tell } from './t';

type Values = Readonly<Record<string, string | number>>;

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** A message as it is stored: in English. */
export function written(message: string, values: Values = {}): string {
  return inEnglish(() => tell({ message, values }));
}

/** The values that a stored English text of this message has; undefined: it is another text. */
export function valuesOf(message: string, text: string | null): Readonly<Record<string, string>> | undefined {
  const pattern = message
    .split(/\{(\w+)\}/)
    .map((part, place) => (place % 2 === 0 ? part.replaceAll(SPECIAL, String.raw`\$&`) : `(?<${part}>.*)`))
    .join('');
  const found = new RegExp(`^${pattern}$`, 's').exec(text ?? '');
  return found === null ? undefined : { ...found.groups };
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
