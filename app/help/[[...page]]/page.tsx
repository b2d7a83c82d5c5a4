import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { findInManual, manualPage } from '@/lib/console/pages/manual/manual';
import { CONTENTS } from '@/lib/model/manual/contents';
import { helpFor, helpHref } from '@/lib/model/manual/page-help';
import { ManualFrame } from '../manual-frame';
import styles from '../manual.module.css';

interface HelpProps {
  readonly params: Promise<{ readonly page?: readonly string[] }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

const pathOf = async (params: HelpProps['params']): Promise<string> => ((await params).page ?? []).join('/');

export async function generateMetadata({ params }: HelpProps): Promise<Metadata> {
  const page = await manualPage(await pathOf(params));
  return { title: page === undefined ? 'Manual' : `${page.title} · Manual` };
}

/** A page of the manual, or what a search found. */
export default async function HelpPage({ params, searchParams }: HelpProps) {
  const { q, for: shown } = await searchParams;
  // From the ? of a page of the console.
  if (typeof shown === 'string') redirect(helpHref(helpFor(shown) ?? CONTENTS));
  const path = await pathOf(params);
  const page = await manualPage(path);
  if (page === undefined) notFound();
  return (
    <ManualFrame current={`${path}.md`}>
      {typeof q === 'string' && q.trim() !== '' ? (
        <Found query={q.slice(0, 100)} />
      ) : (
        // The text of the manual is part of the product.
        <article className={styles.text} dangerouslySetInnerHTML={{ __html: page.html }} />
      )}
    </ManualFrame>
  );
}

async function Found({ query }: { readonly query: string }) {
  const hits = await findInManual(query);
  return (
    <article className={styles.text}>
      <h1>Search: {query}</h1>
      {hits.length === 0 ? <p>No section of the manual has all of these words.</p> : null}
      {hits.map(({ path, page, heading, anchor, excerpt }) => (
        <section key={`${path}#${anchor}`}>
          <h2>
            <a href={helpHref(`${path}#${anchor}`)}>{heading === page ? page : `${page}: ${heading}`}</a>
          </h2>
          <p>{excerpt}</p>
        </section>
      ))}
    </article>
  );
}
