'use client';

import { t } from '@/lib/model/language/t';
import { useState, useSyncExternalStore } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { reasonAgainstPasskeys, signInWithPasskey } from './passkey';

const never = () => () => undefined;

/** Null: passkeys work here; undefined: not known yet. */
export function useReasonAgainstPasskeys(): string | null | undefined {
  return useSyncExternalStore(never, reasonAgainstPasskeys, () => undefined);
}

interface PasskeyButtonProps {
  readonly onDone: () => void;
  readonly autoFocus?: boolean;
}

export function PasskeyButton({ onDone, autoFocus = false }: PasskeyButtonProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const reason = useReasonAgainstPasskeys();
  const press = async () => {
    setPending(true);
    setProblem(null);
    const answer = await signInWithPasskey();
    setPending(false);
    if (answer.ok) onDone();
    else setProblem(answer.message);
  };
  return (
    <>
      <Button
        size="large"
        pending={pending}
        disabledReason={reason ?? null}
        autoFocus={autoFocus}
        onClick={() => void press()}
      >
        {t('Use a passkey')}
      </Button>
      {problem === null ? null : <Banner tone="danger">{problem}</Banner>}
    </>
  );
}
