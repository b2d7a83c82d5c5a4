'use client';

import { Plus } from 'lucide-react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button, ButtonLink } from '@/components/ui/button';
import { usePush } from '@/components/ui/use-push';
import { t } from '@/lib/model/language/t';

/** @param mayNotCreate null: may create a group; else why not */
export function NewGroupButton({ mayNotCreate }: { readonly mayNotCreate: string | null }) {
  const push = usePush();
  useShortcut('c', () => push('/groups/new'), t('New group'), mayNotCreate === null);
  return mayNotCreate === null ? (
    <ButtonLink href="/groups/new" variant="primary" icon={Plus} keys="c">
      {t('New group')}
    </ButtonLink>
  ) : (
    <Button variant="primary" icon={Plus} disabledReason={mayNotCreate}>
      {t('New group')}
    </Button>
  );
}
