'use client';

import { TriangleAlert } from 'lucide-react';
import { filtersSay, lostSay, topicsSay } from '@/components/groups/differing.model';
import { useWorkspace } from '@/components/live/use-workspace';
import { topicHref } from '@/components/parts/names';
import { ButtonLink } from '@/components/ui/button';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { Time } from '@/components/ui/time';
import type { DifferingView } from '@/lib/console/operations/groups/views';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

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
      label={t('Different subscriptions')}
      tone={isYoung ? 'quiet' : 'danger'}
      icon={TriangleAlert}
      sentence={
        isYoung ? (
          <Said
            of={pieces('The clients of {group} have subscribed to {topics} with different filters since {time}.', {
              ...{ group, topics: topicsSay(topics), time: <Time at={since} /> },
            })}
          />
        ) : last10Minutes === null ? (
          t('The clients of {group} subscribe to {topics} with different filters, so messages are lost.', {
            group,
            topics: topicsSay(topics),
          })
        ) : (
          t('The clients of {group} subscribe to {topics} with different filters, so messages are lost: {lost}.', {
            ...{ group, topics: topicsSay(topics), lost: lostSay(last10Minutes) },
          })
        )
      }
      detail={
        isYoung ? (
          t(`{filters} This is normal during a rolling deployment. After 2 minutes it is listed as a problem on Now.`, {
            filters: filtersSay(topics),
          })
        ) : (
          <Said
            of={pieces(
              `Since {time}. {filters} A message received by a client whose filter does not match counts as consumed
              for the whole group and is not delivered again.`,
              { time: <Time at={since} />, filters: filtersSay(topics) },
            )}
          />
        )
      }
      action={
        isYoung ? undefined : (
          <span className="row wrap">
            {first === undefined || workspace !== null ? null : (
              <ButtonLink href={topicHref(first.topic, 'messages')}>{t('View messages')}</ButtonLink>
            )}
            <ButtonLink href="/groups/new" variant="primary">
              {t('Create a group for one application…')}
            </ButtonLink>
          </span>
        )
      }
    />
  );
}
