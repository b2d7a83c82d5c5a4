'use client';

import { enumerated, sentences } from '@/lib/model/language/list';
import { ROLE_NAMES } from '@/components/parts/role-names';
import { t } from '@/lib/model/language/t';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFailure } from '@/components/form/form-failure';
import { Select, TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { TextFact } from '@/components/messages/text-fact';
import { VisibleText } from '@/components/messages/visible-text';
import { Button } from '@/components/ui/button';
import { tryMaskingAction } from '@/lib/console/actions/settings';
import type { Masking } from '@/lib/model/masking/rule';
import styles from './masking.module.css';

type Answer = Awaited<ReturnType<typeof tryMaskingAction>>;
type Tried = Extract<Answer, { ok: true }>['data'];
type Role = 'viewer' | 'operator' | 'admin';

/** What the rules as they are typed would leave of a message. */
export function MaskingTry({ masking, mayNot }: { readonly masking: Masking | null; readonly mayNot: string | null }) {
  const [id, setId] = useState('');
  const [role, setRole] = useState<Role>('operator');
  const [tried, setTried] = useState<Tried | null>(null);
  const form = useActionForm(
    {
      action: tryMaskingAction,
      input: () => (masking === null ? null : { masking: { rules: [...masking.rules] }, id, role }),
      onDone: setTried,
      onFailure: () => setTried(null),
    },
    ['id'],
  );
  const blocker =
    mayNot ?? (masking === null ? t('The rules are not valid') : id.trim() === '' ? t('Enter a message ID') : null);
  return (
    <section className="panel">
      <header>
        <h2>{t('Try the rules on a message')}</h2>
        <span className="small text-3">{t('Nothing is saved')}</span>
      </header>
      <Form className="panel-body col" onSubmit={form.onSubmit}>
        <Field label={t('Message ID')} error={form.errorOf('id')}>
          <TextInput mono value={id} onChange={({ target }) => setId(target.value)} />
        </Field>
        <Field label={t('As seen by')}>
          <Select value={role} onChange={({ target }) => setRole(target.value as Role)}>
            {(['viewer', 'operator', 'admin'] as const).map((each) => (
              <option key={each} value={each}>
                {t(ROLE_NAMES[each] ?? each)}
              </option>
            ))}
          </Select>
        </Field>
        <div className="row">
          <Button type="submit" disabledReason={blocker} pending={form.pending}>
            {t('Try the rules')}
          </Button>
        </div>
        <FormFailure failure={form.failure} />
        {tried === null ? null : (
          <div className="col" role="status">
            <p className="small text-2">
              {sentences(
                tried.rules.length === 0
                  ? t('Topic {topic}: no rule hides anything.', { topic: tried.topic })
                  : t('Topic {topic}: hidden by {rules}.', { topic: tried.topic, rules: enumerated(tried.rules) }),
                role === 'viewer' ? t('Viewers cannot read message bodies.') : '',
              )}
            </p>
            <pre className={styles.tried} tabIndex={0} aria-label={t('Body with the rules applied')}>
              <VisibleText text={tried.body} />
            </pre>
            {tried.properties.length === 0 ? null : (
              <dl className="facts">
                {tried.properties.map(([name, value]) => (
                  <div key={name} className="row">
                    <TextFact name={name} value={value} />
                  </div>
                ))}
              </dl>
            )}
          </div>
        )}
      </Form>
    </section>
  );
}
