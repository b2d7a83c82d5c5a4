import type { Metadata } from 'next';
import type { SearchParams } from '@/app/(console)/console-page';
import { deadLettersPage } from './dead-letters-page';

export const metadata: Metadata = { title: 'Dead letters' };

export default async function DeadLettersPage({ searchParams }: { readonly searchParams: SearchParams }) {
  return await deadLettersPage(null, await searchParams);
}
