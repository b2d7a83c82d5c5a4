'use client';

import { useTransition } from 'react';
import { useToast } from '@/components/ui/toast';
import type { ActionResult } from '@/lib/model/action-result';

/** A button that acts at once. What it did is read back from the page; only a refusal needs words of its own. */
export function useControl<T>(
  action: () => Promise<ActionResult<T>>,
  onChanged: () => void,
): { readonly run: () => void; readonly pending: boolean } {
  const [pending, startTransition] = useTransition();
  const toast = useToast();
  const run = () =>
    startTransition(async () => {
      const result = await action();
      if (!result.ok) toast(result.error.message);
      onChanged();
    });
  return { run, pending };
}
