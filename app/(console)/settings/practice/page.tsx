import type { Metadata } from 'next';
import { consolePage } from '@/app/(console)/console-page';
import { PracticePanel } from '@/components/practice/practice-panel';
import { reads } from '@/lib/console/reads/registry';

export const metadata: Metadata = { title: 'Practice' };

export default function PracticePage() {
  return consolePage({
    permission: 'group:read',
    title: 'Practice',
    href: '/settings/practice',
    framed: true,
    parts: ['Practice'],
    load: () => reads.practice.load({}),
    show: (initial) => <PracticePanel initial={initial} />,
  });
}
