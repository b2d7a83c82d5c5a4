'use client';

import { useMemo } from 'react';
import type { RowKey } from '@/components/data-table/data-table';
import { useToast } from '@/components/ui/toast';
import { t } from '@/lib/model/language/t';

interface Named {
  readonly messageId: string | null;
}

/** c copies the id of the row under the cursor whole: lists show both ends of it. */
export function useCopyKeys(): readonly RowKey<Named>[] {
  const toast = useToast();
  return useMemo(() => {
    const copy = async ({ messageId }: Named): Promise<void> => {
      if (messageId === null) return toast(t('This message is no longer in the log, so its ID is unknown.'));
      try {
        await navigator.clipboard.writeText(messageId);
        return toast(t('Copied {id}', { id: messageId }));
      } catch {
        return toast(t('The browser did not allow copying. Select the text instead.'));
      }
    };
    return [{ keys: 'c', label: t('Copy the whole message ID'), run: (row) => void copy(row) }];
  }, [toast]);
}
