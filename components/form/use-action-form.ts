'use client';

import { useActionState, useTransition, type FormEvent } from 'react';
import type { ActionFailure, ActionResult } from '@/lib/model/action-result';

interface ActionFormOptions<I, T> {
  /** A server action made with defineAction. */
  readonly action: (input: I) => Promise<ActionResult<T>>;
  /** Builds the input when the form is submitted; return null to refuse (a field is not readable yet). */
  readonly input: (form: FormData) => I | null;
  readonly onDone?: (data: T) => void;
}

export interface ActionForm {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly pending: boolean;
  /** The failure that belongs to no field of this form; show it in a Banner. */
  readonly failure: ActionFailure | null;
  /** The error text for one field: <Field error={form.errorOf('maxRetries')}>. */
  readonly errorOf: (field: string) => string | null;
  readonly code: string | null;
}

/** Ties a form to a server action: pending state, error at its field, values kept when the server refuses. */
export function useActionForm<I, T>(
  { action, input, onDone }: ActionFormOptions<I, T>,
  fields: readonly string[],
): ActionForm {
  const [result, run, pending] = useActionState<ActionResult<T> | null, I>(async (_previous, payload) => {
    const answer = await action(payload);
    if (answer.ok) onDone?.(answer.data);
    return answer;
  }, null);
  const [, startTransition] = useTransition();

  const error = result !== null && !result.ok ? result.error : null;
  const fieldOf = error?.field?.split('.')[0];
  const atField = fieldOf !== undefined && fields.includes(fieldOf);
  return {
    pending,
    code: error?.code ?? null,
    failure: atField ? null : error,
    // at its field, the field's own name in front says nothing
    errorOf: (field) =>
      atField && fieldOf === field ? (error?.message.replace(`${error.field}: `, '') ?? null) : null,
    onSubmit: (event) => {
      // not <form action>: React resets such a form, and a refused form must keep what was typed
      event.preventDefault();
      const payload = input(new FormData(event.currentTarget));
      if (payload !== null && !pending) startTransition(() => run(payload));
    },
  };
}

/** A form that is not ready does not go off by Enter either. */
export function submitUnless(blocker: string | null, form: ActionForm): ActionForm['onSubmit'] {
  return (event) => {
    if (blocker === null) form.onSubmit(event);
    else event.preventDefault();
  };
}
