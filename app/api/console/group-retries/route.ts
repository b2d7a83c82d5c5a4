import { groupRetriesRead } from '@/lib/console/reads/group-retries';

export const GET = groupRetriesRead.GET;
