import { usePathname } from 'next/navigation';
import { useWorkspace } from '@/components/live/use-workspace';
import { groupHref } from '@/components/parts/names';
import { Banner } from '@/components/ui/banner';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { DifferingView } from '@/lib/console/operations/groups/views';
import { filtersSay, lostSay, topicsSay } from '@/components/groups/differing.model';

interface DifferingBannerProps {
  readonly group: string;
  readonly differing: DifferingView | null;
}

/** On every page of a group whose clients subscribe differently. */
export function DifferingBanner({ group, differing }: DifferingBannerProps) {
  const workspace = useWorkspace();
  const clients = groupHref(group, 'clients', workspace ?? undefined);
  const isThere = usePathname() === clients;
  // That page leads with it.
  if (differing === null || isThere) return null;
  const { topics, since, isYoung, last10Minutes } = differing;
  const link = <Link href={clients}>View clients</Link>;
  if (isYoung)
    return (
      <Banner tone="info" action={link}>
        <b>
          The clients of {group} have subscribed to {topicsSay(topics)} with different filters since <Time at={since} />
          .
        </b>{' '}
        {filtersSay(topics)} This is normal during a rolling deployment. After 2 minutes it is a problem on Now.
      </Banner>
    );
  return (
    <Banner tone="danger" action={link}>
      <b>
        The clients of {group} have subscribed to {topicsSay(topics)} with different filters since <Time at={since} />,
        so messages are lost{last10Minutes === null ? '' : `: ${lostSay(last10Minutes)}`}.
      </b>{' '}
      {filtersSay(topics)} A message received by a client whose filter does not match counts as consumed for the whole
      group and is not delivered again.
    </Banner>
  );
}
