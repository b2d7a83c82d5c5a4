'use client';

import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { Time } from '@/components/ui/time';
import { deletionSays } from './deletions.model';
import { between, pieces } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

/** Groups or topics that are deleted and whose rows are still being removed; nothing when there are none. */
export function DeletionsStrip({ kind }: { readonly kind: 'group' | 'topic' }) {
  const { data } = useLiveQuery('deletions', {}, { live: { kinds: [kind, 'sample'] } });
  return data?.items
    .filter((each) => each.kind === kind)
    .map((each) => (
      <Banner key={each.id} tone="info">
        <Said of={pieces('<b>{name} is deleted.</b>', { name: each.name })} />
        {between()}
        {deletionSays(each)}
        {between()}
        <span className="text-2">
          <Said
            of={pieces('{name}, {time}', { name: each.startedBy, time: <Time at={each.startedAt} withRelative /> })}
          />
        </span>
      </Banner>
    ));
}
