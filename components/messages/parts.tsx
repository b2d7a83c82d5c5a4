'use client';

import { Link } from '@/components/ui/link';
import { Fragment } from 'react';
import { Time, ZoneName } from '@/components/ui/time';
import type { Part } from './headline-parts.model';
import { messageHref } from '@/components/parts/names';
import styles from './messages.module.css';

/** A sentence with its moments in the reader's zone. */
export function Parts({ parts }: { readonly parts: readonly Part[] }) {
  return parts.map((part, index) => {
    // the pieces of one sentence have no identity but their place
    const key = index;
    if (typeof part === 'string') return <Fragment key={key}>{part}</Fragment>;
    if ('messageId' in part) {
      return (
        <Link key={key} href={messageHref(part.messageId)} prefetch={false} className="mono">
          {part.messageId}
        </Link>
      );
    }
    return (
      <span key={key} className={part.danger === true ? styles.danger : undefined}>
        <Time at={part.at} /> <ZoneName />
      </span>
    );
  });
}
