'use client';

import { useMemo } from 'react';
import type { RowKey } from '@/components/data-table/data-table';
import { useToast } from '@/components/ui/toast';

interface Named {
  readonly messageId: string | null;
}

/** c copies the id of the row under the cursor whole: lists show both ends of it. */
export function useCopyKeys(): readonly RowKey<Named>[] {
  const toast = useToast();
  return useMemo(() => {
    const copy = async ({ messageId }: Named): Promise<void> => {
      if (messageId === null) return toast('This message is gone from the log: its ID is not known.');
      try {
        await navigator.clipboard.writeText(messageId);
        return toast(`Copied ${messageId}`);
      } catch {
        return toast('The browser did not allow copying. Select the text instead.');
      }
    };
    return [{ keys: 'c', label: 'Copy the whole message ID', run: (row) => void copy(row) }];
  }, [toast]);
}
