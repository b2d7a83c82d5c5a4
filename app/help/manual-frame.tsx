import type { ReactNode } from 'react';
import { Brand } from '@/components/ui/brand';
import { Link } from '@/components/ui/link';
import { manualParts, type ShownPage } from '@/lib/console/pages/manual/manual';
import { type Language, LANGUAGE_NAMES } from '@/lib/model/language/languages';
import { t } from '@/lib/model/language/t';
import { pathIn } from '@/lib/model/manual/contents';
import { helpHref } from '@/lib/model/manual/page-help';
import styles from './manual.module.css';

interface ManualFrameProps {
  readonly page: ShownPage;
  readonly reader: Language;
  readonly children: ReactNode;
}

/**
 * The manual has no secret and needs neither a session nor the database: it also helps when signing in fails, or the
 * database is down. It works without scripts: links, and a form.
 */
export async function ManualFrame({ page, reader, children }: ManualFrameProps) {
  const { path: shown, language, languages } = page;
  // A page that is not translated does not turn the contents into English.
  const listed = languages.includes(reader) ? language : reader;
  const current = pathIn(shown, language);
  return (
    <div className={styles.manual}>
      <a href="#manual" className={styles.skip}>
        {t('Skip to content')}
      </a>
      <header className={styles.top}>
        <Link href="/help" prefetch={false} className={styles.brand}>
          <Brand />
          {t('Redrive manual')}
        </Link>
        <form
          action={language === 'en' ? '/help' : `/help/${language}/${shown.replace(/\.md$/, '')}`}
          role="search"
          className={styles.search}
        >
          <input
            type="search"
            name="q"
            maxLength={100}
            placeholder={t('Search the manual')}
            aria-label={t('Search the manual')}
          />
          <button type="submit">{t('Search')}</button>
        </form>
        <a href="#contents" className={styles.toContents}>
          {t('Contents')}
        </a>
        <Link href="/" prefetch={false}>
          {t('Open the console')}
        </Link>
      </header>
      <div className={styles.columns}>
        <main id="manual" tabIndex={-1} className={styles.main}>
          {languages.length < 2 ? null : (
            <p className={styles.languages}>
              {languages.map((each) => (
                <a
                  key={each}
                  lang={each}
                  href={`/help/${each}/${shown.replace(/\.md$/, '')}`}
                  aria-current={each === language ? 'true' : undefined}
                >
                  {LANGUAGE_NAMES[each]}
                </a>
              ))}
            </p>
          )}
          {children}
        </main>
        <nav id="contents" aria-label={t('Manual')} className={styles.nav}>
          {(await manualParts(listed)).map(({ title, groups }) => (
            <section key={title}>
              <h2>{title}</h2>
              {groups.map((group) => (
                <div key={group.title}>
                  {group.title === null ? null : <h3>{group.title}</h3>}
                  <ul>
                    {group.pages.map(({ path, title: name }) => (
                      <li key={path}>
                        <a
                          href={helpHref(path)}
                          hrefLang={listed === 'en' || path.startsWith(`${listed}/`) ? undefined : 'en'}
                          aria-current={path === current ? 'page' : undefined}
                        >
                          {name}
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
