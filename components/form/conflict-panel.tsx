'use client';

import { useModule } from '@/components/ui/use-module';
import type { GroupVersionView } from '@/lib/console/operations/groups/views';
import { t } from '@/lib/model/language/t';
import type { VersionEditor } from './use-version-editor';

/** What the panel needs of an editor. */
export interface ConflictEditor extends Pick<
  VersionEditor<unknown, unknown, object, unknown>,
  'conflict' | 'discard' | 'takeOver' | 'choose'
> {
  /** False: a field of the draft is not valid yet. */
  readonly isReadable: boolean;
}

export interface ConflictPanelProps {
  readonly editor: ConflictEditor;
  readonly versions: readonly GroupVersionView[];
}

const loadConflict = () => import('./conflict');

/** Shown as soon as someone else saved: their values beside those typed here. Loaded then: it is seldom needed. */
export function ConflictPanel({ editor, versions }: ConflictPanelProps) {
  const { conflict } = editor;
  const part = useModule(loadConflict, conflict !== null);
  if (conflict === null || part === undefined) return null;
  if (part === 'failed') return <p className="small">{t('This part could not be loaded. Reload the page.')}</p>;
  return <part.Conflict {...{ editor, conflict, versions }} />;
}
