import type { ReactNode } from 'react';
import { Brand } from '@/components/ui/brand';
import { Link } from '@/components/ui/link';
import { manualParts } from '@/lib/console/pages/manual/manual';
import { helpHref } from '@/lib/model/manual/page-help';
import styles from './manual.module.css';

/**
 * The manual has no secret and needs neither a session nor the database: it also helps when signing in fails, or the
 * database is down. It works without scripts: links, and a form.
 * @param current below docs/, with ".md"
 */
export async function ManualFrame({ current, children }: { readonly current: string; readonly children: ReactNode }) {
  return (
    <div className={styles.manual}>
      <a href="#manual" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.top}>
        <Link href="/help" prefetch={false} className={styles.brand}>
          <Brand />
          Redrive manual
        </Link>
        <form action="/help" role="search" className={styles.search}>
          <input
            type="search"
            name="q"
            maxLength={100}
            placeholder="Search the manual"
            aria-label="Search the manual"
          />
          <button type="submit">Search</button>
        </form>
        <a href="#contents" className={styles.toContents}>
          Contents
        </a>
        <Link href="/" prefetch={false}>
          Open the console
        </Link>
      </header>
      <div className={styles.columns}>
        <main id="manual" tabIndex={-1} className={styles.main}>
          {children}
        </main>
        <nav id="contents" aria-label="Manual" className={styles.nav}>
          {(await manualParts()).map(({ title, groups }) => (
            <section key={title}>
              <h2>{title}</h2>
              {groups.map((group) => (
                <div key={group.title}>
                  {group.title === null ? null : <h3>{group.title}</h3>}
                  <ul>
                    {group.pages.map(({ path, title: page }) => (
                      <li key={path}>
                        <a href={helpHref(path)} aria-current={path === current ? 'page' : undefined}>
                          {page}
                        </a>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </section>
          ))}
        </nav>
      </div>
    </div>
  );
}
