'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '@/lib/model/language/t';
import { Button } from './button';
import styles from './on-demand.module.css';
import { useToast } from './toast';
import { type Load, useModule } from './use-module';

interface OnDemandProps<Module> {
  readonly load: Load<Module>;
  /** It is open. */
  readonly isWanted: boolean;
  /** Left before it is loaded; by accident: with Esc. */
  readonly onCancel: (byAccident: boolean) => void;
  readonly children: (module: Module) => ReactNode;
}

/**
 * A dialog whose program does not come with the page. Until it is loaded, an empty dialog holds the keys: what is typed
 * meanwhile starts no shortcut of the page, and Esc leaves it. When it cannot be loaded, it says so.
 */
export function OnDemand<Module>(props: OnDemandProps<Module>) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt<Module>(props: OnDemandProps<Module> & Pick<OpeningProps, 'onRetry'>) {
  const { load, isWanted, onCancel, onRetry, children } = props;
  const part = useModule(load, isWanted);
  if (part !== undefined && part !== 'failed') return children(part);
  return isWanted ? <Opening hasFailed={part === 'failed'} onRetry={onRetry} onCancel={onCancel} /> : null;
}

interface OpeningProps extends Pick<OnDemandProps<never>, 'onCancel'> {
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

function Opening({ hasFailed, onRetry, onCancel }: OpeningProps) {
  const box = useRef<HTMLDivElement>(null);
  // Before the dialog that follows looks where the focus was: it returns there when it closes.
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const leaveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc leaves it
    <div
      ref={box}
      role="dialog"
      aria-modal="true"
      aria-busy={!hasFailed}
      aria-label={hasFailed ? t('Not loaded') : t('Opening')}
      tabIndex={-1}
      className={hasFailed ? styles.failed : 'visually-hidden'}
      onKeyDown={leaveByKey}
    >
      {hasFailed ? (
        <>
          <p role="alert">{t('This part of the console could not be loaded.')}</p>
          <div className="row">
            <Button size="small" onClick={onRetry}>
              {t('Try again')}
            </Button>
            <Button size="small" onClick={() => onCancel(false)}>
              {t('Close')}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}

/** What a button opens, when it is loaded. A failed load is said, and the next press loads again. */
export function useOpened<Module>(
  load: Load<Module>,
  open: boolean,
  setOpen: (open: boolean) => void,
): Module | undefined {
  const toast = useToast();
  const part = useModule(load, open);
  useEffect(() => {
    if (part !== 'failed') return;
    setOpen(false);
    toast(t('This part of the console could not be loaded. Press again to try again.'));
  }, [part, setOpen, toast]);
  return part === 'failed' ? undefined : part;
}

interface Waiting {
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/** For a button that is replaced when its program is loaded: it keeps the focus. */
export function useKeptFocus(): readonly [boolean, Waiting] {
  const [hasFocus, setFocus] = useState(false);
  return [hasFocus, { onFocus: () => setFocus(true), onBlur: () => setFocus(false) }];
}
