import type { Metadata } from 'next';
import { SecurityFacts } from '@/components/settings/security-facts';
import { requirePermission } from '@/lib/console/http/session';
import { readSecurity } from '@/lib/console/reads/security';

export const metadata: Metadata = { title: 'Security' };

export default async function SecurityPage() {
  await requirePermission('settings:write');
  return <SecurityFacts security={await readSecurity()} />;
}
