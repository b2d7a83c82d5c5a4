import 'server-only';
import { type ClassicName, explainClassicName, parseClassicName } from '../../model/classic-names';
import type { ReadContext } from '../http/context';

/** Where a topic name of Apache RocketMQ's own leads here. */
export interface ClassicPlace {
  readonly name: string;
  readonly kind: ClassicName['kind'];
  readonly sentence: string;
  readonly group: string | null;
  readonly topic: string | null;
  /** Address of the page, without the name that led there. */
  readonly page: string;
}

/** Null: an ordinary name, or one of a group that does not exist. */
export async function findClassicPlace({ store }: ReadContext, name: string): Promise<ClassicPlace | null> {
  const classic = parseClassicName(name);
  if (classic === null) return null;
  const place = { name, kind: classic.kind, sentence: explainClassicName(classic), group: null, topic: null };
  switch (classic.kind) {
    case 'scheduled':
      return { ...place, page: '/topics?type=DELAY' };
    case 'transactions':
      return { ...place, page: '/topics?type=TRANSACTION' };
    case 'dead-letters': {
      const [group] = await existing(store, [classic.group]);
      return group === undefined ? null : { ...place, group, page: `/dead-letters?group=${encodeURIComponent(group)}` };
    }
    case 'retries': {
      const found = new Set(
        await existing(
          store,
          classic.readings.map(({ group }) => group),
        ),
      );
      const reading = classic.readings.find(({ group }) => found.has(group));
      if (reading === undefined) return null;
      return { ...place, ...reading, page: `/groups/${encodeURIComponent(reading.group)}/retries` };
    }
  }
}

async function existing(store: ReadContext['store'], names: readonly string[]): Promise<string[]> {
  const groups = await store.prisma.consumerGroup.findMany({
    where: { name: { in: [...names] } },
    select: { name: true },
  });
  return groups.map(({ name }) => name);
}

/** The page, and the name it is asked to explain. */
export function classicHref({ page, name }: ClassicPlace): string {
  return `${page}${page.includes('?') ? '&' : '?'}name=${encodeURIComponent(name)}`;
}
