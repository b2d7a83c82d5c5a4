import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { loadPage } from '@/lib/console/pages/load-page';
import { segmentName } from '@/lib/console/pages/or-not-found';
import { reads } from '@/lib/console/reads/registry';

interface WorkspaceProps {
  readonly params: Promise<{ workspace: string }>;
  readonly children: ReactNode;
}

/** Tabs, bookmarks and the history of a browser name the cluster. */
export async function generateMetadata({ params }: WorkspaceProps): Promise<Metadata> {
  const name = segmentName((await params).workspace);
  return { title: { template: `%s · ${name} · Redrive`, default: `${name} · Redrive` } };
}

/** Every page of an attached cluster: there is one of that name. Each page still asks who calls. */
export default async function WorkspaceLayout({ params, children }: WorkspaceProps) {
  const name = segmentName((await params).workspace);
  const page = await loadPage('group:read', () => reads.workspaces.load({}));
  if (page.kind === 'loaded' && !page.data.data.some((each) => each.name === name)) notFound();
  return children;
}
