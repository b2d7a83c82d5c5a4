import type { Metadata } from 'next';
import type { SearchParams } from '@/app/(console)/console-page';
import { deadLettersPage } from '@/app/(console)/dead-letters/dead-letters-page';
import { segmentName } from '@/lib/console/pages/or-not-found';

export const metadata: Metadata = { title: 'Dead letters' };

interface PageProps {
  readonly params: Promise<{ workspace: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterDeadLettersPage({ params, searchParams }: PageProps) {
  return await deadLettersPage(segmentName((await params).workspace), await searchParams);
}
