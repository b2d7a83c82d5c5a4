import { formatCount } from '@/components/ui/number.model';
import type { LiteTopicsPage } from '@/lib/console/operations/topics/views';
import { LITE_COUNTED } from '@/lib/model/topic/lite-topic';

type LiteTopicView = LiteTopicsPage['items'][number];

/** A lite topic and one group that has to do with it; null: none has. */
export interface LiteRow extends Pick<LiteTopicView, 'name' | 'lastAt'> {
  readonly reader: LiteTopicView['readers'][number] | null;
}

/** A row for each group, or one for a lite topic that no group has to do with. Pure. */
export function liteRows(items: readonly LiteTopicView[]): readonly LiteRow[] {
  return items.flatMap(({ name, lastAt, readers }): readonly LiteRow[] =>
    readers.length === 0 ? [{ name, lastAt, reader: null }] : readers.map((reader) => ({ name, lastAt, reader })),
  );
}

/** Pure. */
export function countedWords(count: number): string {
  return count > LITE_COUNTED ? `${formatCount(LITE_COUNTED)}+` : formatCount(count);
}
