import { redriveRead } from '@/lib/console/queries/redrive';

export const GET = redriveRead.GET;
