'use client';

import { ButtonLink } from '@/components/ui/button';
import { ViewMenu } from '@/components/views/view-menu';
import { groupColumns } from './group-columns';
import { NewGroupButton } from './new-group-button';
import { t } from '@/lib/model/language/t';

/** What can be done beside the list of groups of this installation. */
export function GroupListActions({ mayNotCreate }: { readonly mayNotCreate: string | null }) {
  return (
    <>
      <ViewMenu list="groups" columns={groupColumns()} />
      <ButtonLink href="/retries" variant="ghost">
        {t('Retries')}
      </ButtonLink>
      <ButtonLink href="/keys" variant="ghost">
        {t('Blocked keys')}
      </ButtonLink>
      <NewGroupButton mayNotCreate={mayNotCreate} />
    </>
  );
}
