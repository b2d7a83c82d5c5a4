import { redirect } from 'next/navigation';
import { requirePrincipal } from '@/lib/console/session';

export default async function HomePage() {
  await requirePrincipal();
  redirect('/groups');
}
