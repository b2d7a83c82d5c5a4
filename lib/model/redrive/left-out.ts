import { retold } from '../language/retell';
import { msg } from '../language/t';

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
  overwrites: msg('its body already has {path}: remove it first'),
  // In this order: the text of each would fit the pattern of the next.
  noFrom: msg('its body has no {from}, or no place for {path}'),
  noPlace: msg('its body has no place for {path}'),
  noPath: msg('its body has no {path}'),
  notConverted: msg('{path} cannot be converted to {to}'),
  otherValue: msg('{path} does not have the value that the rule tests for'),
  hiddenBody: msg('masking rule {rules} hides parts of its body from you'),
  hiddenProperty: msg('its property {name} is hidden from you'),
  decoded: msg('its body cannot be changed: it is shown decoded ({by}), and the original bytes are sent'),
  noBody: msg('its body is no longer kept'),
  noAnswer: msg('sent, and no answer came: its topics are looked through'),
  invalid: msg('the changed message would be invalid: {problem}'),
} as const;

const MESSAGES: readonly string[] = Object.values(LEFT_OUT);

/** A reason as it was written down, in the language of its reader. */
export function leftOutWords(english: string): string {
  return retold(MESSAGES, english);
}
