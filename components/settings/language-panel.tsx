'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Field } from '@/components/form/field';
import { ActionFailurePart } from '@/components/form/form-failure';
import { Select } from '@/components/form/inputs';
import { useAction } from '@/components/form/use-action';
import { useRefresh } from '@/components/live/use-refresh';
import { writeCookie } from '@/components/ui/preferences';
import { setLanguageAction } from '@/lib/console/actions/own-account';
import { LanguageOptions } from '@/components/language/language-options';
import { asLanguage, LANGUAGE_COOKIE, type Language } from '@/lib/model/language/languages';
import { t } from '@/lib/model/language/t';

/** Null: that of the browser. */
export function LanguagePanel({ language }: { readonly language: Language | null }) {
  const action = useAction();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const choose = (chosen: Language | null) =>
    action.run(
      () => setLanguageAction({ language: chosen }),
      () => {
        writeCookie(LANGUAGE_COOKIE, chosen ?? '');
        // The page stays, with what is typed in it; sentences of the server are asked for again.
        void refresh().then(() => queries.invalidateQueries());
      },
    );
  return (
    <section className="panel" aria-label={t('Language')}>
      <header>
        <h2>{t('Language')}</h2>
      </header>
      <div className="panel-body">
        <Field
          label={t('Language of the console')}
          hint={t('Saved with your account. Logs and the API stay in English.')}
        >
          <Select value={language ?? ''} onChange={(event) => choose(asLanguage(event.target.value))}>
            <option value="">{t('Language of the browser')}</option>
            <LanguageOptions />
          </Select>
        </Field>
        <ActionFailurePart {...action} />
      </div>
    </section>
  );
}
