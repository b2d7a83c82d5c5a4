'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/components/ui/number.model';
import { usePush } from '@/components/ui/use-push';
import styles from './settings-nav.module.css';

const SECTIONS = ['You', 'Access', 'Broker', 'Security', 'Integrations'] as const;
export type SettingsSection = (typeof SECTIONS)[number];

interface SettingsLink {
  readonly href: string;
  readonly section: SettingsSection;
  readonly label: string;
  readonly icon: ReactNode;
  /** Null: not counted, or not for this person to know. */
  readonly count: number | null;
}

interface SettingsNavProps {
  readonly pages: readonly SettingsLink[];
  readonly children: ReactNode;
}

/** The pages of the settings by section, beside the page that is open; where there is no room, in a select above it. */
export function SettingsNav({ pages, children }: SettingsNavProps) {
  const pathname = usePathname();
  const push = usePush();
  const sections = SECTIONS.map((name) => ({ name, pages: pages.filter(({ section }) => section === name) })).filter(
    (section) => section.pages.length > 0,
  );
  return (
    <div className={styles.frame}>
      <nav aria-label="Settings" className={styles.nav}>
        {sections.map((section) => (
          <div key={section.name}>
            <p className={styles.section} id={`settings-${section.name}`}>
              {section.name}
            </p>
            <ul aria-labelledby={`settings-${section.name}`}>
              {section.pages.map(({ href, label, icon, count }) => (
                <li key={href}>
                  <Link
                    href={href}
                    prefetch={false}
                    className={styles.link}
                    aria-current={href === pathname ? 'page' : undefined}
                  >
                    {icon}
                    <span className="grow">{label}</span>
                    {count === null ? null : <span className={styles.count}>{formatCount(count)}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <select
        className={styles.select}
        aria-label="Page of the settings"
        value={pathname}
        onChange={(event) => push(event.target.value)}
      >
        {sections.map((section) => (
          <optgroup key={section.name} label={section.name}>
            {section.pages.map(({ href, label }) => (
              <option key={href} value={href}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <div className={styles.page}>{children}</div>
    </div>
  );
}
