import type { MessageBodyView } from '@/lib/console/operations/messages/views';
import { t } from '@/lib/model/language/t';

/** What is hidden, by which rules, and why. Pure. */
export function hiddenWords(hidden: MessageBodyView['hidden'], names: readonly string[]): string {
  const rules = { count: names.length, names };
  if (hidden === null) return t('Headers are hidden by {count, plural, one {rule} other {rules}} {names}.', rules);
  if (hidden.whole === 'rule')
    return t('The body is hidden by {count, plural, one {rule} other {rules}} {names}.', rules);
  if (hidden.whole === 'not-json')
    return t(
      `The body is hidden by {count, plural, one {rule} other {rules}} {names}: it is not JSON, so all of it is hidden.`,
      rules,
    );
  if (hidden.whole === 'too-much')
    return t(
      `The body is hidden by {count, plural, one {rule} other {rules}} {names}: it is too large to look for its paths,
      so all of it is hidden.`,
      rules,
    );
  if (hidden.whole === 'not-decoded')
    return t(
      `The body is hidden by {count, plural, one {rule} other {rules}} {names}: its decoder cannot read all of it, so
      all of it is hidden.`,
      rules,
    );
  return t(
    `{values, plural, one {# value of the body is} other {# values of the body are}} hidden by
    {count, plural, one {rule} other {rules}} {names}.`,
    { values: hidden.values, ...rules },
  );
}
