import { errorFields } from '../../../lib/observability/log';

/** A line of the log as a text: JSON alone makes {} of an error. */
export function errorLine({ error, ...fields }: { readonly error?: unknown }, message: string): string {
  return `${message} ${JSON.stringify({ ...fields, error: errorFields(error) })}`;
}
