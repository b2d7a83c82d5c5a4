import type { Problem } from './errors';

/**
 * What every server action answers. `field` names the input to mark; `limit` and `value` say what was expected and
 * given.
 */
export interface ActionFailure {
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
  readonly limit?: string | number | undefined;
  readonly value?: string | number | undefined;
  /** Every input that was refused, the one above first. */
  readonly problems?: readonly Problem[] | undefined;
}

export type ActionResult<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: ActionFailure };
