'use client';

import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import styles from './connect.module.css';
import { codeParts } from './connect.model';
import type { ConnectFacts, Program, ProgramLanguage } from '@/lib/model/programs/program';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface ConnectProgramsProps {
  readonly language: ProgramLanguage;
  readonly facts: ConnectFacts;
  readonly hasGroup: boolean;
}

/** Producer and consumer side by side, each complete. */
export function ConnectPrograms({ language, facts, hasGroup }: ConnectProgramsProps) {
  return (
    <>
      <section className={`panel ${styles.facts}`} aria-label={t('Install')}>
        <span className="small text-2">{t('Install')}</span>
        <code>{language.install}</code>
        <span className="grow" />
        <CopyButton text={language.install} label={t('Copy install command')} />
      </section>
      <div className={styles.programs}>
        <ProgramPanel program={language.producer(facts)} keywords={language.keywords} />
        {hasGroup ? (
          <ProgramPanel program={language.consumer(facts)} keywords={language.keywords} />
        ) : (
          <section className="panel" aria-label={t('Consumer')}>
            <EmptyState kind="none-ever" title={t('No group chosen')}>
              {t('A consumer belongs to a consumer group. Choose one above, or create one.')}
            </EmptyState>
          </section>
        )}
      </div>
    </>
  );
}

function ProgramPanel({ program, keywords }: { readonly program: Program; readonly keywords: RegExp }) {
  const { file, run, text } = program;
  return (
    <section className="panel" aria-label={file}>
      <header>
        <h2 className="mono">{file}</h2>
        <span className="small text-3">
          {/main method/.test(run) ? (
            t('run its main method')
          ) : (
            <Said of={pieces('run with <code>{command}</code>', { command: run })} />
          )}
        </span>
        <span className="panel-end">
          <CopyButton text={text} label={t('Copy {name}', { name: file })} showLabel />
        </span>
      </header>
      <pre className={styles.code} tabIndex={0} aria-label={t('Program {file}', { file })}>
        {text.split('\n').map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no other name, and keep their order
          <span key={index}>
            {codeParts(line, keywords).map((part, at) =>
              part.kind === 'plain' ? (
                part.text
              ) : (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <span key={at} className={styles[part.kind]}>
                  {part.text}
                </span>
              ),
            )}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  );
}
