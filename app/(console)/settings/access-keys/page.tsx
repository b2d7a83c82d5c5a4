import type { Metadata } from 'next';
import { AccessKeysView } from '@/components/access-keys/access-keys-view';
import { accessKeysRead } from '@/lib/console/reads/access-keys';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Access keys' };

export default async function AccessKeysPage() {
  await requirePermission('access-key:manage');
  return <AccessKeysView initial={await accessKeysRead.load({})} />;
}
