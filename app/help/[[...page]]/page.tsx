import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { findInManual, manualPage, manualParts } from '@/lib/console/pages/manual/manual';
import { speechFor } from '@/lib/console/pages/language';
import { asLanguage, type Language } from '@/lib/model/language/languages';
import { between, t } from '@/lib/model/language/t';
import { CONTENTS } from '@/lib/model/manual/contents';
import { helpFor, helpHref } from '@/lib/model/manual/page-help';
import { ManualFrame } from '../manual-frame';
import styles from '../manual.module.css';

interface HelpProps {
  readonly params: Promise<{ readonly page?: readonly string[] }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

const pathOf = async (params: HelpProps['params']): Promise<string> => ((await params).page ?? []).join('/');

async function readerLanguage(): Promise<Language> {
  return asLanguage((await speechFor([])).language) ?? 'en';
}

export async function generateMetadata({ params }: HelpProps): Promise<Metadata> {
  const language = await readerLanguage();
  const page = await manualPage(await pathOf(params), language);
  return { title: page === undefined ? t('Manual') : t('{page} · Manual', { page: page.title }) };
}

/** A page of the manual, or what a search found. */
export default async function HelpPage({ params, searchParams }: HelpProps) {
  const { q, for: shown } = await searchParams;
  // From the ? of a page of the console.
  if (typeof shown === 'string') redirect(helpHref(helpFor(shown) ?? CONTENTS));
  const reader = await readerLanguage();
  const page = await manualPage(await pathOf(params), reader);
  if (page === undefined) notFound();
  return (
    <ManualFrame page={page} reader={reader}>
      {typeof q === 'string' && q.trim() !== '' ? (
        <Found query={q.slice(0, 100)} language={page.language} />
      ) : (
        <>
          {page.languages.includes(reader) ? null : (
            <p className={styles.untranslated}>{t('This page is not translated yet. It is shown in English.')}</p>
          )}
          {/* The text of the manual is part of the product. */}
          <article lang={page.language} className={styles.text} dangerouslySetInnerHTML={{ __html: page.html }} />
        </>
      )}
    </ManualFrame>
  );
}

async function Found({ query, language }: { readonly query: string; readonly language: Language }) {
  const hits = await findInManual(query, language);
  const pages = (await manualParts(language)).flatMap(({ groups }) => groups.flatMap((group) => group.pages));
  // Of a page that is not translated: as the contents beside it name it.
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  return (
    <article className={styles.text}>
      <h1>{t('Search: {query}', { query })}</h1>
      {hits.length === 0 ? <p>{t('No section of the manual has all of these words.')}</p> : null}
      {hits.map(({ path, page, heading, anchor, excerpt }) => {
        const isEnglish = language !== 'en' && !path.startsWith(`${language}/`);
        const lang = isEnglish ? 'en' : undefined;
        return (
          <section key={`${path}#${anchor}`}>
            <h2>
              <a href={helpHref(`${path}#${anchor}`)}>
                <span className={isEnglish ? styles.english : undefined}>
                  {isEnglish ? (titles.get(path) ?? page) : page}
                </span>
                {heading === page ? null : (
                  <>
                    {between(':')}
                    <span lang={lang}>{heading}</span>
                  </>
                )}
              </a>
            </h2>
            <p lang={lang}>{excerpt}</p>
          </section>
        );
      })}
    </article>
  );
}
