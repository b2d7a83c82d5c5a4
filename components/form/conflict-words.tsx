'use client';

import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { Said } from '@/components/ui/said';
import { RelativeTime } from '@/components/ui/time';
import type { GroupVersionView } from '@/lib/console/operations/groups/views';
import { pieces, t } from '@/lib/model/language/t';

export const PANEL = 'version-conflict';
/** Of VersionForm, and of forms that look like it. */
export const VERSION_FORM = 'version-form';

interface ConflictWordsProps {
  readonly to: number;
  readonly newest: GroupVersionView | undefined;
}

export function ConflictWords({ to, newest }: ConflictWordsProps) {
  const nowMs = useNow();
  if (newest === undefined) return <b>{t('Someone else saved version {to}.', { to })}</b>;
  const { actor: person, at } = newest;
  return nowMs - Date.parse(at) < MOMENT_MS ? (
    <b>{t('{person} saved version {to} a moment ago.', { person, to })}</b>
  ) : (
    <Said of={pieces('<b>{person} saved version {to}, {time}.</b>', { person, to, time: <RelativeTime at={at} /> })} />
  );
}

const MOMENT_MS = 60_000;

/** Beside the button that cannot save: who saved, and the way to both values, which are announced. */
export function ConflictNotice({ to, newest }: ConflictWordsProps) {
  return (
    <Banner
      tone="warning"
      isAnnounced={false}
      action={
        <Button size="small" onClick={showConflict}>
          {t('Review')}
        </Button>
      }
    >
      <ConflictWords to={to} newest={newest} />
    </Banner>
  );
}

export function showConflict(): void {
  const panel = document.getElementById(PANEL);
  panel?.scrollIntoView({ block: 'center' });
  panel?.focus({ preventScroll: true });
}
