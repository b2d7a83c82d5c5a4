import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { Piece } from '@/lib/model/language/t';

/** A sentence with elements in it, in the order of its language. */
export function Said({ of }: { readonly of: readonly Piece<ReactElement>[] }): ReactNode {
  // The pieces have no names and no state: their places are what they are.
  const named = of.map((piece, place) => ({ piece, name: String(place) }));
  return named.map(({ piece, name }) => <Fragment key={name}>{shown(piece)}</Fragment>);
}

function shown(piece: Piece<ReactElement>): ReactNode {
  if (typeof piece === 'string' || isValidElement(piece)) return piece;
  const { tag, parts } = piece;
  const inside = <Said of={parts} />;
  return tag === 'code' ? <code>{inside}</code> : <b>{inside}</b>;
}
