'use client';

import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useCallback, type ReactNode } from 'react';
import { Icon } from './icon';
import styles from './toast.module.css';

/** Toasts are for what is already done and small ("Link copied"). Anything asynchronous gets a page instead. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

export function useToast(): (text: string) => void {
  const { add } = Base.useToastManager();
  return useCallback((text: string) => void add({ title: text }), [add]);
}

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className={styles.toast}>
      <Base.Title className={styles.title} />
      <Base.Close className={styles.close} aria-label="Dismiss">
        <Icon of={X} size={12} />
      </Base.Close>
    </Base.Root>
  ));
}
