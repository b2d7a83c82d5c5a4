'use client';

import { useState } from 'react';
import { foundSentence } from '@/components/find/found.model';
import { MessageFacts } from '@/components/find/message-told';
import { BodyPanel } from '@/components/messages/body-panel';
import peek from '@/components/messages/peek.module.css';
import { groupHref } from '@/components/parts/names';
import { badgeOf } from '@/components/messages/scope.model';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StateBadge } from '@/components/ui/state-badge';
import { Time } from '@/components/ui/time';
import type { StoredView } from '@/lib/console/operations/messages/views';
import { pieces, t } from '@/lib/model/language/t';
import { ConsumeDialog } from './consume-dialog';
import { CopiesPanel } from './copies-panel';
import { Said } from '@/components/ui/said';

/** Its body, how far the groups of its topic are, where it is stored; its retries and dead letters on demand. */
export function StoredTold({ data }: { readonly data: StoredView }) {
  const [consuming, setConsuming] = useState<string | null>(null);
  const { at, consumeNotAllowed } = data;
  const { messageId, broker, groups, moreGroups, place, bodyNotAllowed, reconsumeTimes } = data;
  return (
    <>
      <BodyPanel messageId={messageId} place={place} notAllowed={bodyNotAllowed} />
      <section className={peek.part} aria-label={t('Groups')}>
        <h3>{t('Groups')}</h3>
        {groups.length > 0 && !moreGroups ? null : (
          <p className="small text-2">
            {groups.length === 0
              ? foundSentence({ outside: null, groups, moreGroups })
              : t('The offsets of more groups are unknown.')}
          </p>
        )}
        <ul className="col col-tight small">
          {groups.map(({ group, state }) => (
            <li key={group} className="row">
              <Link href={groupHref(group)} prefetch={false} className="clip">
                {group}
              </Link>
              <span className="grow" />
              <Button size="small" disabledReason={consumeNotAllowed} onClick={() => setConsuming(group)}>
                {t('Consume now…')}
              </Button>
              {state === null ? null : <StateBadge {...badgeOf({ state, waitingBehind: null })} plain />}
            </li>
          ))}
        </ul>
      </section>
      {consuming === null ? null : <ConsumeDialog {...{ group: consuming, at }} onClose={() => setConsuming(null)} />}
      <dl className={peek.facts}>
        <dt>{t('Broker')}</dt>
        <dd>{broker}</dd>
        <dt>{t('Stored')}</dt>
        <dd>
          <StoredAt at={place.storedAt} failed={reconsumeTimes} />
        </dd>
      </dl>
      <MessageFacts place={place} />
      <CopiesPanel key={messageId} id={messageId} topic={undefined} knownTopic={place.topic} />
    </>
  );
}

function StoredAt({ at, failed }: { readonly at: string; readonly failed: number }) {
  const time = <Time at={at} style="day-clock" />;
  if (failed === 0) return time;
  return (
    <Said
      of={pieces('{time}, {failed, plural, one {# failed delivery} other {# failed deliveries}}', { time, failed })}
    />
  );
}
