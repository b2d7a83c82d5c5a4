import type { ReactNode } from 'react';

interface StatProps {
  readonly name: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

/** One figure of a row of them (class `stats`): its name, the figure, what it means. */
export function Stat({ name, note, children }: StatProps) {
  return (
    <div className="stat">
      <span className="stat-name">{name}</span>
      <span className="stat-value">{children}</span>
      <span className="stat-note">{note}</span>
    </div>
  );
}
