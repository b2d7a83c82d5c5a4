'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button, ButtonLink } from '@/components/ui/button';
import type { ActionFailure } from '@/lib/model/action-result';
import { WAY } from './send-action';
import type { Slow } from './use-action';
import { t } from '@/lib/model/language/t';

interface FormFailureProps {
  readonly failure: Pick<ActionFailure, 'message' | 'code'> | null;
  readonly slow?: Slow | undefined;
  /** Outside of a form: sends it again. Inside, the form itself is submitted. */
  readonly onAgain?: (() => void) | undefined;
  /** False where there is no form to submit again. */
  readonly again?: boolean;
  /** Id of the form, where this does not stand inside it. */
  readonly form?: string | undefined;
}

/** What the server said, or that it said nothing, with the way on. Stands inside the form that was sent. */
export function FormFailure({ failure, slow = false, onAgain, again = true, form }: FormFailureProps) {
  const place = useRef<HTMLDivElement>(null);
  // a long form has its foot below the edge of the window
  useEffect(() => {
    if (failure !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (slow !== false)
    return (
      <Banner tone="warning">
        {slow === true
          ? t('The server has not responded yet. Still waiting: it is not known whether this was done.')
          : slow}
      </Banner>
    );
  if (failure === null) return null;
  return (
    <div ref={place}>
      <Banner
        tone={failure.code === 'needs-approval' ? 'info' : 'danger'}
        action={again ? wayOn(failure.code, { onAgain, form }) : null}
      >
        {failure.message}
      </Banner>
    </div>
  );
}

/**
 * The same in a panel whose buttons act at once: they are there to be pressed again, so nothing repeats itself here.
 */
export function ActionFailurePart({ failure, slow = false }: Pick<FormFailureProps, 'failure' | 'slow'>) {
  if (failure === null && slow === false) return null;
  return (
    <div className="panel-body">
      <FormFailure failure={failure} slow={slow} again={false} />
    </div>
  );
}

type AgainProps = Pick<FormFailureProps, 'onAgain' | 'form'>;

function wayOn(code: string, again: AgainProps): ReactNode {
  switch (code) {
    case WAY.noAnswer:
      return <Again {...again}>{t('Try again')}</Again>;
    case WAY.signedOut:
      return <Again {...again}>{t('Sign in and send')}</Again>;
    case WAY.kept:
      return <Again {...again}>{t('Change here anyway')}</Again>;
    case WAY.otherAccount:
      return <Again {...again}>{t('Send as this account')}</Again>;
    case WAY.outdatedPage:
      return (
        <ButtonLink size="small" href="" target="_blank">
          {t('Open in another tab')}
        </ButtonLink>
      );
    case 'needs-approval':
      return (
        <ButtonLink size="small" href="/approvals">
          {t('Open approvals')}
        </ButtonLink>
      );
    default:
      return null;
  }
}

function Again({ onAgain, form, children }: AgainProps & { readonly children: ReactNode }) {
  return (
    <Button size="small" type={onAgain === undefined ? 'submit' : 'button'} form={form} onClick={onAgain}>
      {children}
    </Button>
  );
}
