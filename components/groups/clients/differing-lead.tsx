'use client';

import { TriangleAlert } from 'lucide-react';
import { filtersSay, lostSay, topicsSay } from '@/components/groups/differing.model';
import { useWorkspace } from '@/components/live/use-workspace';
import { topicHref } from '@/components/parts/names';
import { ButtonLink } from '@/components/ui/button';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { Time } from '@/components/ui/time';
import type { DifferingView } from '@/lib/console/operations/groups/views';

interface DifferingLeadProps {
  readonly group: string;
  readonly differing: DifferingView;
}

/** What clients that subscribe differently cost, and the way out. */
export function DifferingLead({ group, differing }: DifferingLeadProps) {
  const { topics, since, isYoung, last10Minutes } = differing;
  const [first] = topics;
  const workspace = useWorkspace();
  return (
    <SentenceBar
      label="Different subscriptions"
      tone={isYoung ? 'quiet' : 'danger'}
      icon={TriangleAlert}
      sentence={
        isYoung ? (
          <>
            The clients of {group} have subscribed to {topicsSay(topics)} with different filters since{' '}
            <Time at={since} />.
          </>
        ) : (
          <>
            The clients of {group} subscribe to {topicsSay(topics)} with different filters, so messages are lost
            {last10Minutes === null ? '' : `: ${lostSay(last10Minutes)}`}.
          </>
        )
      }
      detail={
        isYoung ? (
          `${filtersSay(topics)} This is normal during a rolling deployment. After 2 minutes it is a problem on Now.`
        ) : (
          <>
            Since <Time at={since} />. {filtersSay(topics)} A message received by a client whose filter does not match
            counts as consumed for the whole group and is not delivered again.
          </>
        )
      }
      action={
        isYoung ? undefined : (
          <span className="row wrap">
            {first === undefined || workspace !== null ? null : (
              <ButtonLink href={topicHref(first.topic, 'messages')}>View messages</ButtonLink>
            )}
            <ButtonLink href="/groups/new" variant="primary">
              Create a group for one application…
            </ButtonLink>
          </span>
        )
      }
    />
  );
}
