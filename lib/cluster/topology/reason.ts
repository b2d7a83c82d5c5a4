import { Refusal } from '../admin/call';
import { DecodeError } from '../admin/decode';
import { type Reason, told } from '../../model/language/t';
import { CallFailure } from '../wire/failure';

/** Why a broker gave nothing, in words for a person. Null: not a matter of the broker, so it is a fault of ours. */
export function reasonOf(error: unknown): Reason | null {
  if (error instanceof CallFailure || error instanceof Refusal) return error.reason;
  if (error instanceof DecodeError)
    return told('it answered in an unexpected form: {message}', { message: error.message });
  return null;
}
