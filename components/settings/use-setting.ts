'use client';

import { type LiveQuery, useLiveQuery } from '@/components/live/use-live-query';
import type { SettingView } from '@/lib/console/operations/settings/views';
import type { SettingName } from '@/lib/model/broker-setting';
import type { ReadResult } from '@/lib/model/read-result';

/** What every page of a setting is given. */
export interface SettingPageProps {
  readonly initial: ReadResult<SettingView>;
  /** Null: may edit; else why not. */
  readonly mayNotEdit: string | null;
}

/** A setting as it is now, with its history. */
export function useSetting<Name extends SettingName>(
  name: Name,
  initial: ReadResult<SettingView>,
): { readonly query: LiveQuery<SettingView>; readonly current: SettingView<Name> } {
  const query = useLiveQuery('setting', { name }, { initial, live: { kinds: ['setting'] } });
  // The read answers for the name that it is asked for.
  return { query, current: (query.data ?? initial.data) as SettingView<Name> };
}
