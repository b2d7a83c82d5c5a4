'use client';

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
    mayNot ?? (masking === null ? 'the rules cannot be read' : id.trim() === '' ? 'needs a message id' : null);
  return (
    <section className="panel">
      <header>
        <h2>Try on a message</h2>
        <span className="small text-3">saves nothing</span>
      </header>
      <Form className="panel-body col" onSubmit={form.onSubmit}>
        <Field label="Message id" error={form.errorOf('id')}>
          <TextInput mono value={id} onChange={({ target }) => setId(target.value)} />
        </Field>
        <Field label="As it is seen by">
          <Select value={role} onChange={({ target }) => setRole(target.value as Role)}>
            <option value="viewer">a viewer</option>
            <option value="operator">an operator</option>
            <option value="admin">an administrator</option>
          </Select>
        </Field>
        <div className="row">
          <Button type="submit" disabledReason={blocker} pending={form.pending}>
            Try the rules
          </Button>
        </div>
        <FormFailure failure={form.failure} />
        {tried === null ? null : (
          <div className="col" role="status">
            <p className="small text-2">
              Of topic {tried.topic}:{' '}
              {tried.rules.length === 0 ? 'no rule hides anything' : `rules ${tried.rules.join(', ')}`}
              {role === 'viewer' ? '. A viewer reads no bodies at all.' : '.'}
            </p>
            <pre className={styles.tried} tabIndex={0} aria-label="The body with the rules">
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
