import { redirect } from 'next/navigation';
import { requirePrincipal } from '@/lib/console/http/session';

export default async function HomePage() {
  await requirePrincipal();
  redirect('/groups');
}
