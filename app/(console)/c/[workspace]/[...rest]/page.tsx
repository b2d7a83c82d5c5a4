import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { requirePermission } from '@/lib/console/http/session';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { inWorkspace } from '@/lib/model/workspace';
import { t } from '@/lib/model/language/t';

/** An address of this installation, typed behind the name of a cluster. */
export default async function NotOfferedPage({ params }: { readonly params: Promise<{ workspace: string }> }) {
  await requirePermission('group:read');
  const workspace = segmentName((await params).workspace);
  return (
    <>
      <PageHeader title={t('Not available for a cluster')} />
      <section className="panel">
        <EmptyState
          kind="none-ever"
          title={t('This page is not available for an attached cluster')}
          action={
            <ButtonLink href={inWorkspace(workspace, '/groups')}>
              {t('Groups of {workspace}', { workspace })}
            </ButtonLink>
          }
        >
          {t('The navigation lists the pages available for {workspace}.', { workspace })}
        </EmptyState>
      </section>
    </>
  );
}
