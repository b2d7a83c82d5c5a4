'use client';

import { X } from 'lucide-react';
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { t } from '@/lib/model/language/t';
import { Icon } from './icon';
import styles from './toast.module.css';

const MOST_SHOWN = 3;
const SHOWN_MS = 5_000;

interface Toast {
  readonly id: number;
  readonly text: string;
}

const Add = createContext<(text: string) => void>(() => undefined);
let lastId = 0;

/** Toasts are for what is already done and small ("Link copied"). Anything asynchronous gets a page instead. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const add = useCallback((text: string) => {
    lastId += 1;
    const toast = { id: lastId, text };
    setToasts((before) => [...before, toast].slice(-MOST_SHOWN));
  }, []);
  const remove = useCallback((id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)), []);
  return (
    <Add value={add}>
      {children}
      <section className={styles.viewport} aria-label={t('Notifications')} aria-live="polite">
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} onEnd={remove} />
        ))}
      </section>
    </Add>
  );
}

export function useToast(): (text: string) => void {
  return useContext(Add);
}

/** It goes by itself, but not while the pointer or the focus is on it. */
function ToastLine({ toast, onEnd }: { readonly toast: Toast; readonly onEnd: (id: number) => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => onEnd(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, onEnd, toast.id]);
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.title}>{toast.text}</span>
      <button type="button" className={styles.close} aria-label={t('Dismiss')} onClick={() => onEnd(toast.id)}>
        <Icon of={X} size={12} />
      </button>
    </div>
  );
}
