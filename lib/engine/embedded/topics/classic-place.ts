import { explainClassicName, parseClassicName } from '../../../model/classic-names';
import type { Store } from '../../../store/client';
import type { ClassicPlace } from '../../port/topics';

/** Null: an ordinary name, or one of a group that does not exist. */
export async function findClassicPlace(store: Store, name: string): Promise<ClassicPlace | null> {
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
      const groups = classic.readings.map(({ group }) => group);
      const found = new Set(await existing(store, groups));
      const reading = classic.readings.find(({ group }) => found.has(group));
      if (reading === undefined) return null;
      return { ...place, ...reading, page: `/groups/${encodeURIComponent(reading.group)}/retries` };
    }
  }
}

async function existing(store: Store, names: readonly string[]): Promise<string[]> {
  const groups = await store.prisma.consumerGroup.findMany({
    where: { name: { in: [...names] } },
    select: { name: true },
  });
  return groups.map(({ name }) => name);
}
