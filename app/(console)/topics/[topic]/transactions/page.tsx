import type { Metadata } from 'next';
import { TransactionsView } from '@/components/transactions/transactions-view';
import { BadAddress } from '@/components/ui/bad-address';
import { loadPage } from '@/lib/console/pages/load-page';
import { orNotFound, segmentName } from '@/lib/console/pages/or-not-found';
import { transactionsRead } from '@/lib/console/reads/transactions';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Transactions' };

interface TransactionsPageProps {
  readonly params: Promise<{ topic: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function TransactionsPage({ params, searchParams }: TransactionsPageProps) {
  await requirePermission('message:read');
  const topic = segmentName((await params).topic);
  const { state, cursor } = await searchParams;
  const { data, refusal } = await loadPage(() => orNotFound(transactionsRead.load({ topic, state, cursor })));
  if (data === null) {
    const href = `/topics/${encodeURIComponent(topic)}/transactions`;
    return <BadAddress title="Transactions" refusal={refusal} href={href} />;
  }
  return <TransactionsView initial={data} />;
}
