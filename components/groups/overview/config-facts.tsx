'use client';

import { ButtonLink } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import type { GroupHead } from '@/lib/console/reads/group';
import { groupHref } from '@/components/groups/group-href';
import { describePolicy, orderWords } from '@/components/groups/policy.model';
import { describeSchedule, scheduleOf } from '@/components/groups/schedule.model';

/** The rules in words, with who set them. */
export function ConfigFacts({
  group,
  changed,
  timeoutText,
}: Pick<GroupHead, 'group' | 'changed'> & { readonly timeoutText: string }) {
  const broadcast = group.messageModel === 'broadcasting';
  return (
    <section className="panel">
      <header>
        <h2>Configuration</h2>
        <span className="panel-end">
          <ButtonLink href={groupHref(group.name, 'config')} size="small">
            Change
          </ButtonLink>
        </span>
      </header>
      <div className="panel-body col">
        <dl className="facts">
          <dt>Each message goes to</dt>
          <dd>{broadcast ? 'every client (broadcast)' : 'one client of the group'}</dd>
          {broadcast ? null : (
            <>
              <dt>Max retries</dt>
              <dd>{group.maxRetries}</dd>
            </>
          )}
          <dt>Ordering</dt>
          <dd>{orderWords[group.deliveryOrder]}</dd>
          {broadcast ? null : (
            <>
              <dt>Back-off</dt>
              <dd>{describePolicy(group.retryPolicy)}</dd>
            </>
          )}
          <dt>Consumption timeout</dt>
          <dd>{timeoutText}</dd>
          <dt>Created</dt>
          <dd>
            <Time at={group.createdAt} style="day-clock" />
          </dd>
          {changed === null ? null : (
            <>
              <dt>Version {changed.version}</dt>
              <dd>
                <Time at={changed.at} style="day-clock" />, {changed.actor}
                {changed.reason === null ? null : <span className="text-2"> “{changed.reason}”</span>}
              </dd>
            </>
          )}
        </dl>
        <p className="small text-2">
          {broadcast
            ? 'One delivery to each client. What fails is on record and is not retried.'
            : describeSchedule(scheduleOf(group.retryPolicy, group.maxRetries))}
        </p>
      </div>
    </section>
  );
}
