'use client';

import { useWorkspace } from '@/components/live/use-workspace';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** @param mayNotCreate null: may create a group; else why not */
export function NoGroupYet({ mayNotCreate }: { readonly mayNotCreate: string | null }) {
  const workspace = useWorkspace();
  const create = (
    <>
      <ButtonLink href="/groups/new" variant="primary">
        Create the first group
      </ButtonLink>
      <ButtonLink href="/topics">Connect an application</ButtonLink>
    </>
  );
  return (
    <EmptyState kind="none-ever" title="No consumer group yet" action={mayNotCreate === null ? create : undefined}>
      {workspace === null
        ? 'A group is created here; its consumers then connect with any RocketMQ 5 client. '
        : `No broker of ${workspace} that answered has one. It is created here, or when its first client connects. `}
      {mayNotCreate ?? ''}
    </EmptyState>
  );
}
