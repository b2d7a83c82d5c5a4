import { redirect } from 'next/navigation';
import { requirePermission } from '@/lib/console/http/session';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { inWorkspace } from '@/lib/model/workspace';

/** The first page of a cluster. */
export default async function WorkspacePage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  await requirePermission('group:read');
  redirect(inWorkspace(segmentName((await params).workspace), '/groups'));
}
