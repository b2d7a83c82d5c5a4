'use client';

import type { ReactNode } from 'react';
import { UnknownMark } from '@/components/ui/unknown-mark';
import { type Load, useModule } from '@/components/ui/use-module';
import { t } from '@/lib/model/language/t';

interface LaterProps<Module> {
  /** Of one module, the same function each time. */
  readonly load: Load<Module>;
  /** As high as what will stand there: nothing moves when it comes. */
  readonly heightPx: number;
  readonly children: (module: Module) => ReactNode;
}

/**
 * A part whose program is large, as that of a picture: it is loaded when the page has opened.
 */
export function Later<Module>({ load, heightPx, children }: LaterProps<Module>) {
  const result = useModule(load, true);
  if (result === undefined) return <div style={{ height: heightPx }} />;
  if (result !== 'failed') return children(result);
  return (
    <p className="small text-3" style={{ minHeight: heightPx }}>
      <UnknownMark /> {t('This part could not be loaded. Reload the page.')}
    </p>
  );
}
