import type { SearchParams } from '@/app/(console)/console-page';
import { deadLettersPage } from '@/app/(console)/dead-letters/dead-letters-page';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Dead letters');

interface PageProps {
  readonly params: Promise<{ workspace: string }>;
  readonly searchParams: SearchParams;
}

export default async function ClusterDeadLettersPage({ params, searchParams }: PageProps) {
  return await deadLettersPage(segmentName((await params).workspace), await searchParams);
}
