'use client';

import { Component, type ReactNode } from 'react';
import { t } from '@/lib/model/language/t';
import { browserSaid } from './failed-by.model';
import { Button } from './button';
import { EmptyState } from './empty-state';

interface PartBoundaryProps {
  /** "The body", "The comparison". */
  readonly what: string;
  readonly children: ReactNode;
}

/** An exception in the browser takes this part away and no more of the page, and is not said to be the server's. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly problem: string | null }> {
  override state = { problem: null };

  static getDerivedStateFromError(error: unknown) {
    return { problem: browserSaid(error) };
  }

  override render() {
    if (this.state.problem === null) return this.props.children;
    return (
      <EmptyState
        kind="could-not-load"
        title={t('{what} could not be shown', { what: this.props.what })}
        action={<Button onClick={() => this.setState({ problem: null })}>{t('Try again')}</Button>}
      >
        {t('Your browser failed to show it ({problem}). The server did respond.', { problem: this.state.problem })}
      </EmptyState>
    );
  }
}
