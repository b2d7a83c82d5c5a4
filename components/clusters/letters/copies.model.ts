import type { CopiesView } from '@/lib/console/reads/message-copies';

type MessageCopy = CopiesView['copies'][number];

/** "sent", "retry 2 of billing was due", "died in billing". */
export function copyWords({ role, group, reconsumeTimes }: MessageCopy): string {
  switch (role) {
    case 'sent':
      return 'sent';
    case 'retry':
      return reconsumeTimes === 0
        ? `sent again to ${group ?? ''} alone`
        : `retry ${reconsumeTimes} of ${group ?? ''} due`;
    case 'dead':
      return `died in ${group ?? ''}`;
  }
}

/** What this search cannot see, and why. */
export function unseenWords({ left, copies }: Pick<CopiesView, 'left' | 'copies'>): readonly string[] {
  return [
    ...(copies.length > 0 && copies.every(({ role }) => role !== 'sent')
      ? ['The message as it was sent is not found: its broker has removed it, or does not answer.']
      : []),
    'Retries that wait are not searched: brokers keep them without an index, until they are due.',
    'When each delivery began and ended is not kept: a retry is stored when it is due.',
    ...(left === 0 ? [] : [`${left} more groups of the topic were not searched.`]),
  ];
}
