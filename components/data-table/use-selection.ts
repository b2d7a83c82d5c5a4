'use client';

import { t } from '@/lib/model/language/t';
import { useCallback, useMemo, useState } from 'react';
import { useBrake } from '@/components/live/live-provider';
import {
  nothingSelected,
  selectMatching,
  selectRange,
  toggleRow,
  toggleShown,
  type SelectionScope,
  type SelectionState,
} from './selection.model';

export interface Selection {
  readonly scope: SelectionScope;
  readonly ids: ReadonlySet<string>;
  readonly state: SelectionState;
  readonly toggle: (id: string) => void;
  readonly range: (id: string, order: readonly string[]) => void;
  readonly toggleShown: (order: readonly string[]) => void;
  readonly selectMatching: (order: readonly string[]) => void;
  readonly clear: () => void;
}

/** Row selection for one table. While anything is selected the live stream is held, so nothing moves under the hand. */
export function useSelection(): Selection {
  const [state, setState] = useState(nothingSelected);
  const held =
    state.scope === 'matching'
      ? t('Paused, all matching selected')
      : t('Paused, {count, number} selected', { count: state.ids.size });
  useBrake(state.scope !== 'none', held);

  const toggle = useCallback((id: string) => setState((current) => toggleRow(current, id)), []);
  const range = useCallback(
    (id: string, order: readonly string[]) => setState((current) => selectRange(current, id, order)),
    [],
  );
  const shown = useCallback((order: readonly string[]) => setState((current) => toggleShown(current, order)), []);
  const matching = useCallback((order: readonly string[]) => setState(selectMatching(order)), []);
  const clear = useCallback(() => setState(nothingSelected), []);

  return useMemo(
    () => ({
      scope: state.scope,
      ids: state.ids,
      state,
      toggle,
      range,
      toggleShown: shown,
      selectMatching: matching,
      clear,
    }),
    [state, toggle, range, shown, matching, clear],
  );
}
