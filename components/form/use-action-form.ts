'use client';

import type { ActionFailure, ActionResult } from '@/lib/model/action-result';
import type { Submit } from './form';
import { placeFailure } from './place-failure.model';
import { type Slow, useAction } from './use-action';

interface ActionFormOptions<I, T> {
  /** A server action made with defineAction. */
  readonly action: (input: I) => Promise<ActionResult<T>>;
  /** Builds the input when the form is submitted; return null to refuse (a field is not readable yet). */
  readonly input: (form: FormData) => I | null;
  readonly onDone?: (data: T) => void;
  readonly onFailure?: (failure: ActionFailure) => void;
}

export interface ActionForm {
  readonly onSubmit: Submit;
  readonly pending: boolean;
  readonly slow: Slow;
  /** The failure that belongs to no field of this form; shown by FormFailure. */
  readonly failure: ActionFailure | null;
  /** The error text for one field: <Field error={form.errorOf('maxRetries')}>. */
  readonly errorOf: (field: string) => string | null;
  readonly code: string | null;
  readonly forget: () => void;
}

/** Ties a form to a server action: pending state, error at its field, values kept whatever happens. */
export function useActionForm<I, T>(
  { action, input, onDone, onFailure }: ActionFormOptions<I, T>,
  fields: readonly string[],
): ActionForm {
  const { failure: error, pending, slow, run, forget } = useAction();
  const { failure, atFields } = placeFailure(error, fields);
  return {
    pending,
    slow,
    forget,
    code: error?.code ?? null,
    failure,
    errorOf: (field) => atFields.get(field) ?? null,
    onSubmit: (event) => {
      const payload = input(new FormData(event.currentTarget));
      if (payload === null) return;
      // Only what a file in git manages is asked for a reason, and its input has fields.
      run((more) => action(more.override === undefined ? payload : { ...payload, ...more }), onDone, onFailure);
    },
  };
}
