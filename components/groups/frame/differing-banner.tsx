import { usePathname } from 'next/navigation';
import { useWorkspace } from '@/components/live/use-workspace';
import { groupHref } from '@/components/parts/names';
import { Banner } from '@/components/ui/banner';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { DifferingView } from '@/lib/console/operations/groups/views';
import { filtersSay, lostSay, topicsSay } from '@/components/groups/differing.model';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

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
  const link = <Link href={clients}>{t('View clients')}</Link>;
  const given = { group, topics: topicsSay(topics), time: <Time at={since} />, filters: filtersSay(topics) };
  if (isYoung)
    return (
      <Banner tone="info" action={link}>
        <Said
          of={pieces(
            `<b>The clients of {group} have subscribed to {topics} with different filters since {time}.</b> {filters}
            This is normal during a rolling deployment. After 2 minutes it is listed as a problem on Now.`,
            given,
          )}
        />
      </Banner>
    );
  return (
    <Banner tone="danger" action={link}>
      <Said
        of={
          last10Minutes === null
            ? pieces(
                `<b>The clients of {group} have subscribed to {topics} with different filters since {time}, so
                messages are lost.</b> {filters} A message received by a client whose filter does not match counts
                as consumed for the whole group and is not delivered again.`,
                given,
              )
            : pieces(
                `<b>The clients of {group} have subscribed to {topics} with different filters since {time}, so
                messages are lost: {lost}.</b> {filters} A message received by a client whose filter does not match
                counts as consumed for the whole group and is not delivered again.`,
                { ...given, lost: lostSay(last10Minutes) },
              )
        }
      />
    </Banner>
  );
}
