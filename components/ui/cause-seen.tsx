import { between } from '@/lib/model/language/t';
import { causeSeen } from './delivery-cause.model';

/** After "cause not reported": what the broker saw, where it saw anything. */
export function CauseSeen({ cause }: { readonly cause: string | null }) {
  const seen = causeSeen(cause);
  return seen === null ? null : <span className="text-3">{`${between(':')}${seen}`}</span>;
}
