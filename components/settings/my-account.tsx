import { ROLE_NAMES } from '@/components/parts/role-names';
import { t } from '@/lib/model/language/t';
import { Check, Minus } from 'lucide-react';
import { Fold } from '@/components/ui/fold';
import { Icon } from '@/components/ui/icon';
import type { FactorsView, RoleWords, SessionView } from '@/lib/console/reads/settings';
import type { Language } from '@/lib/model/language/languages';
import { LanguagePanel } from './language-panel';
import { OwnFactors } from './own-factors';
import { SessionPanel } from './session-panel';
import styles from './settings.module.css';

interface MyAccountProps {
  readonly name: string;
  readonly role: string;
  readonly words: readonly RoleWords[];
  readonly permissions: readonly { readonly name: string; readonly held: boolean }[];
  readonly sessions: readonly SessionView[];
  readonly currentSessionId: number | null;
  /** Null: an API token has none. */
  readonly factors: FactorsView | null;
  readonly language: Language | null;
}

/** Who one is here, what one may do, how one signs in and where one is signed in. */
export function MyAccount(props: MyAccountProps) {
  const { name, role, words, permissions, sessions, currentSessionId, factors, language } = props;
  const held = permissions.filter((permission) => permission.held).length;
  return (
    <>
      <section className="panel" aria-label={t('Role')}>
        <header>
          <h2>{t('Role: {role}', { role: t(ROLE_NAMES[role] ?? role) })}</h2>
          <span className="small text-3">{name}</span>
        </header>
        <ul className={styles.sentences}>
          {words.map(({ title, detail, allows }) => (
            <li key={title} data-allows={allows}>
              <Icon of={allows === 'nothing' ? Minus : Check} />
              <div>
                <p className={styles.sentence}>{title}</p>
                <p className="small text-2">{detail}</p>
              </div>
            </li>
          ))}
        </ul>
        <Fold
          line={t('{held, number} of {count, plural, one {# permission} other {# permissions}}, as used by the API', {
            ...{ held, count: permissions.length },
          })}
        >
          <ul className={styles.permissions}>
            {permissions.map((permission) => (
              <li key={permission.name} className={permission.held ? undefined : 'text-3'}>
                <Icon of={permission.held ? Check : Minus} size={12} />
                <code>{permission.name}</code>
                <span className="visually-hidden">{permission.held ? t('allowed') : t('not allowed')}</span>
              </li>
            ))}
          </ul>
        </Fold>
      </section>
      {currentSessionId === null ? null : <LanguagePanel language={language} />}
      {factors === null ? null : <OwnFactors name={name} factors={factors} />}
      <SessionPanel sessions={sessions} currentSessionId={currentSessionId} />
    </>
  );
}
