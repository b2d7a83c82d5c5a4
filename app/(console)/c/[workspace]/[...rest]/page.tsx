import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { requirePermission } from '@/lib/console/http/session';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { inWorkspace } from '@/lib/model/workspace';

/** An address of this installation, typed behind the name of a cluster. */
export default async function NotOfferedPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  await requirePermission('group:read');
  const workspace = segmentName((await params).workspace);
  return (
    <>
      <PageHeader title="Not offered for a cluster" />
      <section className="panel">
        <EmptyState
          kind="none-ever"
          title="This page is not offered for an attached cluster"
          action={<ButtonLink href={inWorkspace(workspace, '/groups')}>Groups of {workspace}</ButtonLink>}
        >
          The navigation has what the console shows of {workspace}.
        </EmptyState>
      </section>
    </>
  );
}
