import type { SortState } from '@/components/data-table/columns';
import type { TopicRow } from '@/lib/console/operations/topics/views';
import { valueOrNull } from '@/lib/model/reading';
import type { MessageType } from '@/lib/model/topic/topic';
import { byName as inOrder } from '@/lib/model/language/names';
import { hasWords } from '@/lib/model/language/search';
import { msg } from '@/lib/model/language/t';

export const typeSentences: Readonly<Record<MessageType, string>> = {
  NORMAL: msg('Messages are delivered as soon as they are stored, in no particular order.'),
  FIFO: msg('Messages of one message group stay on one queue and keep their order for ordered groups.'),
  DELAY: msg('Each message is delivered at the time that its producer set.'),
  TRANSACTION: msg('Messages are delivered when their producer has committed its transaction.'),
  PRIORITY: msg('Messages of a higher priority are delivered first, and retries keep their priority.'),
  LITE: msg('Each client receives the lite topics that it subscribes to. Messages of one lite topic keep their order.'),
};

/** Kinds of clients as the SDKs name them. */
export const clientWords: Readonly<Record<string, string>> = {
  producer: msg('Producer'),
  push: msg('PushConsumer'),
  simple: msg('SimpleConsumer'),
};

export const byName: SortState = { key: 'name', descending: false };

export function showTopics(
  rows: readonly TopicRow[],
  q: string,
  type: string,
  { key, descending }: SortState,
): TopicRow[] {
  const shown = rows.filter((row) => matches(row, q) && (type === '' || row.messageType === type));
  const turn = descending ? -1 : 1;
  if (key !== 'stored' && key !== 'queues' && key !== 'last') return shown.toSorted((a, b) => turn * inOrder(a, b));
  return shown.toSorted((a, b) => {
    const [left, right] = [sortValue(a, key), sortValue(b, key)];
    // unknown and never are neither most nor least: last either way
    if (left === null || right === null) return left === right ? inOrder(a, b) : left === null ? 1 : -1;
    return left === right ? inOrder(a, b) : turn * (left - right);
  });
}

function sortValue(row: TopicRow, key: 'stored' | 'queues' | 'last'): number | null {
  switch (key) {
    case 'stored':
      return valueOrNull(row.stored);
    case 'queues':
      return row.queueCount;
    case 'last':
      return row.lastStoredAt === null ? null : Date.parse(row.lastStoredAt);
  }
}

function matches(row: TopicRow, q: string): boolean {
  return hasWords(row.name, q) || (valueOrNull(row.groups) ?? []).some((group) => hasWords(group, q));
}
