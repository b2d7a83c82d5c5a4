'use client';

import type { ReactNode } from 'react';
import { t } from '@/lib/model/language/t';
import type { EngineKind } from '@/lib/model/workspace';
import type { DraftField, GroupDraft } from './draft.model';

export interface PolicyFieldsProps {
  readonly draft: GroupDraft;
  /** The saved version, to mark what differs; null for a new group. */
  readonly saved: GroupDraft | null;
  readonly problems: Readonly<Partial<Record<DraftField, string>>>;
  /** What the server refused, per field of the verb. */
  readonly errorOf: (field: string) => string | null;
  readonly onChange: (draft: GroupDraft) => void;
  readonly engine: EngineKind;
}

export function shown<V extends string>(options: readonly { readonly value: V; readonly label: string }[]) {
  return options.map(({ value, label }) => ({ value, label: t(label) }));
}

export function Choice({
  label,
  error,
  hint = null,
  children,
}: {
  readonly label: string;
  readonly error: string | null;
  readonly hint?: string | null;
  readonly children: ReactNode;
}) {
  return (
    <div className="col col-tight">
      <span className="small" aria-hidden="true">
        <b>{label}</b>
      </span>
      {children}
      {error === null ? null : (
        <p className="small" role="alert" style={{ color: 'var(--danger)' }}>
          {error}
        </p>
      )}
      {hint === null ? null : <p className="small text-3">{hint}</p>}
    </div>
  );
}
