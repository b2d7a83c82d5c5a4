import type { Metadata } from 'next';
import { consolePage, type SearchParams } from '@/app/(console)/console-page';
import { TransactionsView } from '@/components/transactions/transactions-view';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Transactions' };

interface TransactionsPageProps {
  readonly params: Promise<{ topic: string }>;
  readonly searchParams: SearchParams;
}

export default async function TransactionsPage({ params, searchParams }: TransactionsPageProps) {
  const topic = segmentName((await params).topic);
  const { state, cursor } = await searchParams;
  return consolePage({
    permission: 'message:read',
    title: 'Transactions',
    href: `/topics/${encodeURIComponent(topic)}/transactions`,
    framed: true,
    parts: ['Transactions'],
    load: () => orNotFound(reads.transactions.load({ topic, state, cursor })),
    show: (initial) => <TransactionsView initial={initial} />,
  });
}
