import type { ReactNode } from 'react';

interface PageHeaderProps {
  readonly title: ReactNode;
  /** Tags and badges beside the title. */
  readonly marks?: ReactNode;
  /** One sentence: what is here, how much, since when. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader({ title, marks, children, actions }: PageHeaderProps) {
  return (
    <header className="page-head">
      <div>
        <div className="row wrap">
          <h1>{title}</h1>
          {marks}
        </div>
        {children === undefined ? null : <p className="page-sub">{children}</p>}
      </div>
      {actions === undefined ? null : <div className="toolbar">{actions}</div>}
    </header>
  );
}
