import type { Metadata } from 'next';
import { PracticePanel } from '@/components/practice/practice-panel';
import { practiceRead } from '@/lib/console/reads/practice';
import { requirePermission } from '@/lib/console/http/session';

export const metadata: Metadata = { title: 'Practice' };

export default async function PracticePage() {
  await requirePermission('group:read');
  return <PracticePanel initial={await practiceRead.load({})} />;
}
