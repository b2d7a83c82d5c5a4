'use client';

import { Plus } from 'lucide-react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button, ButtonLink } from '@/components/ui/button';
import { ViewMenu } from '@/components/views/view-menu';
import { usePush } from '@/components/ui/use-push';
import { groupColumns } from './group-columns';

/** What can be done beside the list of groups of this installation. */
export function GroupListActions({ mayNotCreate }: { readonly mayNotCreate: string | null }) {
  const push = usePush();
  useShortcut('c', () => push('/groups/new'), 'New group', mayNotCreate === null);
  return (
    <>
      <ViewMenu list="groups" columns={groupColumns} />
      <ButtonLink href="/retries" variant="ghost">
        Retries
      </ButtonLink>
      <ButtonLink href="/keys" variant="ghost">
        Blocked keys
      </ButtonLink>
      {mayNotCreate === null ? (
        <ButtonLink href="/groups/new" variant="primary" icon={Plus} keys="c">
          New group
        </ButtonLink>
      ) : (
        <Button variant="primary" icon={Plus} disabledReason={mayNotCreate}>
          New group
        </Button>
      )}
    </>
  );
}
