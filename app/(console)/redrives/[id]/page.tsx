import { notFound } from 'next/navigation';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { RedriveView } from '@/components/redrives/redrive-view';
import { orNotFound } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Re-drive');

interface RedrivePageProps {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: SearchParams;
}

export default async function RedrivePage({ params, searchParams }: RedrivePageProps) {
  const { id } = await params;
  const search = await searchParams;
  const { show, cursor } = search;
  return consolePage({
    permission: 'redrive:read',
    title: msg('Re-drive'),
    areas: ['dead-letters', 'messages', 'redrives'],
    href: `/redrives/${id}`,
    list: { name: 'redrive-items', search },
    parts: [msg('Progress'), msg('Messages')],
    load: async () => {
      if (!/^(RD-)?\d{1,9}$/i.test(id)) notFound();
      const initial = await orNotFound(reads.redrive.load({ id }));
      const [initialItems, initialSeries] = await Promise.all([
        reads.redriveItems.load({ id, show, cursor }),
        reads.redriveSeries.load({ id }),
      ]);
      return { initial, initialItems, initialSeries };
    },
    show: (initials) => <RedriveView id={id} {...initials} />,
  });
}
