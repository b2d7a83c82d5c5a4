import { topicBacklogRead } from '@/lib/console/queries/backlog';

export const GET = topicBacklogRead.GET;
