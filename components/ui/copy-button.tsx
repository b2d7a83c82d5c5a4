'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '@/lib/model/language/t';
import { Button } from './button';
import { useToast } from './toast';

/**
 * Copies and says so in place. Without clipboard access (plain http off loopback) it says that instead of pretending.
 */
export function CopyButton({
  text,
  label = t('Copy'),
  showLabel = false,
}: {
  /** A function: what there is when it is pressed. */
  readonly text: string | (() => string);
  readonly label?: string;
  readonly showLabel?: boolean;
}) {
  const [copied, setCopied] = useState(false);
  const toast = useToast();
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setCopied(true);
    } catch {
      toast(t('The browser did not allow copying. Select the text instead.'));
    }
  };
  const name = copied ? t('Copied') : label;
  return (
    <Button
      variant="ghost"
      size="small"
      icon={copied ? Check : Copy}
      onClick={() => void copy()}
      {...(showLabel ? {} : { 'aria-label': name, title: name })}
    >
      {showLabel ? name : null}
    </Button>
  );
}
