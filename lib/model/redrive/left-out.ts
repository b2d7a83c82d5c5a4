import { inEnglish } from '../language/speech';
import { msg, tell } from '../language/t';

/**
 * Why a dead letter is left out of a run. Written down in English with the run, by the broker or by a statement
 * (redrive-chosen), and said in the language of each reader.
 */
export const LEFT_OUT = {
  inRedrive: msg('already in {redrive}'),
  topicDeleted: msg('its topic was deleted: {topic}'),
  held: msg('an operator holds it'),
  newer: msg('a newer message of its key was consumed'),
  tag: msg('its tag is left out: {tag}'),
  untagged: msg('it has no tag'),
  same: msg('the rule changes nothing'),
  notText: msg('its body is not text'),
  notJson: msg('its body is not JSON'),
  notObject: msg('its body is not a JSON object or array'),
  tooDeep: msg('its body has more than {most} levels of lists and objects'),
  tooLarge: msg('its body would have more than {bytes} bytes, or too many levels of lists and objects'),
  lossy: msg('a number in its body has more digits than JSON Patch keeps'),
  overwrites: msg('its body already has {path}: remove that first'),
  // In this order: the text of each would fit the pattern of the next.
  noFrom: msg('its body has no {from}, or no place for {path}'),
  noPlace: msg('its body has no place for {path}'),
  noPath: msg('its body has no {path}'),
  notConverted: msg('{path} cannot be converted to {to}'),
  otherValue: msg('{path} does not have the value that the rule tests for'),
  hiddenBody: msg('masking rule {rules} hides parts of its body from you'),
  hiddenProperty: msg('its property {name} is hidden from you'),
  decoded: msg('its body cannot be changed: it is shown decoded ({by}), and the original bytes are sent'),
  invalid: msg('the changed message would be invalid: {problem}'),
} as const;

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** As it is written down. */
export function writeLeftOut(message: string, values: Readonly<Record<string, string | number>> = {}): string {
  return inEnglish(() => tell({ message, values }));
}

/** The values that an English text of this message has; undefined: it is another text. */
export function valuesOf(message: string, text: string | null): Readonly<Record<string, string>> | undefined {
  const pattern = message
    .split(/\{(\w+)\}/)
    .map((part, place) => (place % 2 === 0 ? part.replaceAll(SPECIAL, String.raw`\$&`) : `(?<${part}>.*)`))
    .join('');
  const found = new RegExp(`^${pattern}$`, 's').exec(text ?? '');
  return found === null ? undefined : { ...found.groups };
}

/** A reason as it was written down, in the language of its reader. What no release has written stays as it is. */
export function leftOutWords(english: string): string {
  for (const message of Object.values<string>(LEFT_OUT)) {
    const values = valuesOf(message, english);
    if (values !== undefined) return tell({ message, values });
  }
  return english;
}
