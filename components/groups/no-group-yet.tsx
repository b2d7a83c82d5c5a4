'use client';

import { useWorkspace } from '@/components/live/use-workspace';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { between, t } from '@/lib/model/language/t';

/** @param mayNotCreate null: may create a group; else why not */
export function NoGroupYet({ mayNotCreate }: { readonly mayNotCreate: string | null }) {
  const workspace = useWorkspace();
  const create = (
    <>
      <ButtonLink href="/groups/new" variant="primary">
        {t('Create the first group')}
      </ButtonLink>
      <ButtonLink href="/topics">{t('Connect an application')}</ButtonLink>
    </>
  );
  return (
    <EmptyState kind="none-ever" title={t('No consumer group yet')} action={mayNotCreate === null ? create : undefined}>
      {workspace === null
        ? t('A group is created here; its consumers then connect with any RocketMQ 5 client.')
        : t('No broker of {workspace} that answered has one. It is created here, or when its first client connects.', {
            workspace,
          })}
      {mayNotCreate === null ? '' : `${between()}${mayNotCreate}`}
    </EmptyState>
  );
}
