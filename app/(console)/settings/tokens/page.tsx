import type { Metadata } from 'next';
import { ApiTokenList } from '@/components/settings/api-token-list';
import { listApiTokens } from '@/lib/console/reads/settings';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'API tokens' };

export default async function ApiTokensPage() {
  await requirePermission('token:manage');
  return <ApiTokenList tokens={await listApiTokens()} />;
}
