import type { ReactNode } from 'react';
import styles from '@/components/form/version.module.css';

interface WhatIfRowProps {
  readonly label: ReactNode;
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** The two say the same. */
  readonly same: boolean;
}

/** One fact under the saved settings and under the proposed ones. */
export function WhatIfRow({ label, before, after, same }: WhatIfRowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="text-3">{before}</td>
      <td className={same ? styles.same : ''}>{after}</td>
    </tr>
  );
}
