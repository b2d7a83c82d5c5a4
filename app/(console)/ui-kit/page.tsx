import { notFound } from 'next/navigation';
import { KitPage } from '@/components/ui-kit/kit-page';
import { pageNow } from '@/lib/console/http/database-time';
import { requirePrincipal } from '@/lib/console/http/session';

/** Every part of the kit on one page; exists only under `next dev`. */
export default async function UiKitPage() {
  await requirePrincipal();
  if (process.env.NODE_ENV === 'production') notFound();
  return <KitPage now={pageNow()} />;
}
