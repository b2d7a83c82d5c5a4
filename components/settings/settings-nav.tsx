'use client';

import { ChevronDown } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/components/ui/number.model';
import styles from './settings-nav.module.css';
import { msg, t } from '@/lib/model/language/t';

const SECTIONS = ['you', 'access', 'broker', 'security', 'integrations'] as const;
export type SettingsSection = (typeof SECTIONS)[number];

const NAMES: Readonly<Record<SettingsSection, string>> = {
  you: msg('Your account'),
  access: msg('Access'),
  broker: msg('Broker'),
  security: msg('Security'),
  integrations: msg('Integrations'),
};

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

/**
 * The pages of the settings by section, beside the page that is open; where there is no room, a button above it shows
 * them.
 */
export function SettingsNav({ pages, children }: SettingsNavProps) {
  const pathname = usePathname();
  // A page that opens closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === pathname;
  const current = pages.find(({ href }) => href === pathname)?.label ?? t('Settings');
  const sections = SECTIONS.map((name) => ({ name, pages: pages.filter(({ section }) => section === name) })).filter(
    (section) => section.pages.length > 0,
  );
  return (
    <div className={styles.frame}>
      <Button
        className={styles.toggle}
        icon={ChevronDown}
        aria-expanded={isOpen}
        aria-label={t('Pages of the settings, {current}', { current })}
        onClick={() => setOpenOn(isOpen ? null : pathname)}
      >
        {current}
      </Button>
      <nav aria-label={t('Settings')} className={styles.nav} data-open={isOpen || undefined}>
        {sections.map((section) => (
          <div key={section.name}>
            <p className={styles.section} id={`settings-${section.name}`}>
              {t(NAMES[section.name])}
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
      <div className={styles.page}>{children}</div>
    </div>
  );
}
