import { redirect } from 'next/navigation';
import { segmentName } from '@/lib/console/or-not-found';

/** A topic has no page of its own yet: its row in the list is where the crumb of its schedule leads. */
export default async function TopicPage({ params }: { readonly params: Promise<{ readonly topic: string }> }) {
  redirect(`/topics?${new URLSearchParams({ q: segmentName((await params).topic) })}`);
}
