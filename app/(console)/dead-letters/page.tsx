import type { SearchParams } from '@/app/(console)/console-page';
import { deadLettersPage } from './dead-letters-page';
import { titled } from '@/lib/console/pages/language';

export const generateMetadata = titled('Dead letters');

export default async function DeadLettersPage({ searchParams }: { readonly searchParams: SearchParams }) {
  return await deadLettersPage(null, await searchParams);
}
