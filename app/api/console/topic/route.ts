import { topicRead } from '@/lib/console/queries/topic';

export const GET = topicRead.GET;
