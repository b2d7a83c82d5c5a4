'use client';

import { useAction } from '@/components/form/use-action';
import { useToast } from '@/components/ui/toast';
import type { ActionResult } from '@/lib/model/action-result';

/** A button that acts at once. What it did is read back from the page; only a refusal needs words of its own. */
export function useControl<T>(
  action: () => Promise<ActionResult<T>>,
  onChanged: () => void,
): { readonly run: () => void; readonly pending: boolean } {
  const { run, pending } = useAction();
  const toast = useToast();
  return {
    pending,
    run: () =>
      run(action, onChanged, ({ message }) => {
        toast(message);
        onChanged();
      }),
  };
}
