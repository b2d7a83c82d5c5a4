'use client';

import { LogOut, Settings } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { unstable_rethrow, usePathname, useRouter } from 'next/navigation';
import { AlarmNotices } from '@/components/alarms/alarm-notices';
import { HelpSheet } from './help-sheet';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { type LiveQuery, useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { KeyCap } from '@/components/ui/key-cap';
import { useToast } from '@/components/ui/toast';
import { UnknownMark } from '@/components/ui/unknown-mark';
import { Brand } from '@/components/ui/brand';
import { useHasBroker } from '@/components/parts/has-broker';
import { initialsOf, isCurrent, navEntriesOf, type NavEntry } from '@/components/parts/nav.model';
import type { NavCount, NavCountName, NavCounts } from '@/lib/console/operations/problems/views';
import { t } from '@/lib/model/language/t';
import { ROLE_NAMES } from '@/components/parts/role-names';
import { NavCountMark } from './nav-count';
import { jump } from './use-focus-on-arrival';
import styles from './side-nav.module.css';

export interface Person {
  readonly name: string;
  readonly role: string;
}

interface SideNavProps {
  readonly person: Person | null;
  readonly signOut: () => Promise<void>;
  readonly version: string;
  readonly open: boolean;
}

export function SideNav({ person, signOut, version, open }: SideNavProps) {
  const pathname = usePathname();
  const counts = useLiveQuery('navCounts', {}, { live: { kinds: ['sample', 'alarm', 'redrive'] }, isOfAll: true });
  const workspace = useWorkspace();
  const hasBroker = useHasBroker();
  const ofCluster = useLiveQuery(
    'navCounts',
    {},
    { live: { kinds: ['sample', 'alarm', 'redrive'] }, enabled: workspace !== null },
  );
  const ofHere = workspace === null ? counts : ofCluster;
  return (
    <nav id="side-nav" aria-label={t('Main')} className={classNames(styles.nav, open && styles.open)}>
      <Link href="/" prefetch={false} className={styles.brand}>
        <Brand />
        Redrive
      </Link>
      {navEntriesOf(workspace, hasBroker).map((entry) => (
        <NavLink
          key={entry.href}
          entry={entry}
          current={isCurrent(entry.href, pathname)}
          count={entry.count === undefined ? undefined : countOf(ofHere, entry.count)}
        />
      ))}
      <AlarmNotices newest={counts.data?.newest} />
      <div className={styles.foot}>
        <NavLink
          entry={{ href: '/settings', label: t('Settings'), icon: Settings, key: 's' }}
          current={isCurrent('/settings', pathname)}
        />
        <div className={styles.who}>
          {person === null ? (
            <span className="tiny text-3 grow">
              <UnknownMark /> {t('signed-in account unknown')}
            </span>
          ) : (
            <SignedIn person={person} signOut={signOut} />
          )}
          <HelpSheet />
        </div>
        <span className={styles.version}>Redrive {version}</span>
      </div>
    </nav>
  );
}

function SignedIn({ person, signOut }: { readonly person: Person; readonly signOut: () => Promise<void> }) {
  const toast = useToast();
  const safely = () =>
    signOut().catch((error: unknown) => {
      // the way to the sign-in page
      unstable_rethrow(error);
      toast(t('The server is not responding: you may still be signed in.'));
    });
  return (
    <>
      <span className={styles.avatar} aria-hidden="true">
        {initialsOf(person.name)}
      </span>
      <span className="col col-tight grow">
        <span className="clip" title={person.name}>
          {person.name.split('@')[0]}
        </span>
        <span className="tiny text-3">{t(ROLE_NAMES[person.role] ?? person.role)}</span>
      </span>
      <form action={safely}>
        <button type="submit" className={styles.signOut} aria-label={t('Sign out')} title={t('Sign out')}>
          <Icon of={LogOut} />
        </button>
      </form>
    </>
  );
}

/** Null: unknown, because the read of all of them fails. Undefined: not read yet. */
function countOf({ data, error }: LiveQuery<NavCounts>, name: NavCountName): NavCount | null | undefined {
  return error === null ? data?.[name] : null;
}

interface NavLinkProps {
  readonly entry: NavEntry;
  readonly current: boolean;
  readonly count?: NavCount | null | undefined;
}

function NavLink({ entry, current, count }: NavLinkProps) {
  const router = useRouter();
  const isHere = usePathname() === entry.href;
  useShortcut(
    `g ${entry.key}`,
    () => jump(isHere, () => router.push(entry.href)),
    t('Go to {page}', { page: entry.label }),
  );
  return (
    <Link href={entry.href} prefetch={false} className={styles.link} aria-current={current ? 'page' : undefined}>
      <Icon of={entry.icon} />
      <span className="grow">{entry.label}</span>
      {entry.count === undefined || count === undefined ? null : <NavCountMark name={entry.count} count={count} />}
      <KeyCap keys={`g ${entry.key}`} />
    </Link>
  );
}
