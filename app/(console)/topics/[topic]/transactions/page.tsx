import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { TransactionsView } from '@/components/transactions/transactions-view';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';
import { msg } from '@/lib/model/language/t';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Transactions');

interface TransactionsPageProps {
  readonly params: Promise<{ topic: string }>;
  readonly searchParams: SearchParams;
}

export default async function TransactionsPage({ params, searchParams }: TransactionsPageProps) {
  const topic = segmentName((await params).topic);
  const { state, cursor } = await searchParams;
  return consolePage({
    permission: 'message:read',
    title: msg('Transactions'),
    areas: ['messages', 'topics'],
    href: `/topics/${encodeURIComponent(topic)}/transactions`,
    framed: true,
    parts: [msg('Transactions')],
    load: () => orNotFound(reads.transactions.load({ topic, state, cursor })),
    show: (initial) => <TransactionsView initial={initial} />,
  });
}
