import { groupRetriesRead } from '@/lib/console/queries/group-retries';

export const GET = groupRetriesRead.GET;
