import { Refusal } from '../admin/call';
import { DecodeError } from '../admin/decode';
import { CallFailure } from '../wire/failure';

/** Why a broker gave nothing, in words for a person. Null: not a matter of the broker, so it is a fault of ours. */
export function reasonOf(error: unknown): string | null {
  if (error instanceof CallFailure) return error.message;
  if (error instanceof Refusal)
    return error.isDenied ? `it denies ${error.call}: ${error.remark ?? ''}` : error.message;
  if (error instanceof DecodeError) return `it answered in an unexpected form: ${error.message}`;
  return null;
}
