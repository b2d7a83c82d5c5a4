import { plural } from '@/components/ui/number.model';
import type { MessageBodyView } from '@/lib/console/operations/messages/views';

/** What is hidden, by which rules, and why. Pure. */
export function hiddenWords({ hidden, hiding }: Pick<MessageBodyView, 'hidden' | 'hiding'>): string {
  const names = `${hiding.length === 1 ? 'rule' : 'rules'} ${hiding.map(({ rule }) => rule).join(', ')}`;
  if (hidden === null) return `Headers are hidden by ${names}.`;
  if (hidden.whole === 'rule') return `The body is hidden by ${names}.`;
  if (hidden.whole === 'not-json') return `The body is hidden by ${names}: it is not JSON, so all of it is hidden.`;
  if (hidden.whole === 'too-much')
    return `The body is hidden by ${names}: it is too large to look for its paths, so all of it is hidden.`;
  if (hidden.whole === 'not-decoded')
    return `The body is hidden by ${names}: its decoder cannot read all of it, so all of it is hidden.`;
  return `${plural(hidden.values, 'value')} of the body ${hidden.values === 1 ? 'is' : 'are'} hidden by ${names}.`;
}
