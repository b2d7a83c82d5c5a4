import { Check, Hourglass, Undo2, type LucideIcon } from 'lucide-react';
import { Tag } from '@/components/ui/tag';
import type { HalfState } from '@/lib/model/message/half-message';
import { halfWords } from './transaction.model';
import { t } from '@/lib/model/language/t';

const icons: Readonly<Record<HalfState, LucideIcon>> = {
  pending: Hourglass,
  committed: Check,
  'rolled-back': Undo2,
  'given-up': Undo2,
};

export function HalfBadge({ state }: { readonly state: HalfState }) {
  return <Tag icon={icons[state]}>{t(halfWords[state])}</Tag>;
}
