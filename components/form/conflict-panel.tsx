'use client';

import { useModule } from '@/components/ui/use-module';
import { t } from '@/lib/model/language/t';
import type { ConflictPanelProps } from './conflict';

const loadConflict = () => import('./conflict');

/** Shown as soon as someone else saved: their values beside those typed here. Loaded then: it is seldom needed. */
export function ConflictPanel({ editor, versions }: ConflictPanelProps) {
  const { conflict } = editor;
  const part = useModule(loadConflict, conflict !== null);
  if (conflict === null || part === undefined) return null;
  if (part === 'failed') return <p className="small">{t('This part could not be loaded. Reload the page.')}</p>;
  return <part.Conflict {...{ editor, conflict, versions }} />;
}
