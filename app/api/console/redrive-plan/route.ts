import { redrivePlanRead } from '@/lib/console/queries/redrive-plan';

export const GET = redrivePlanRead.GET;
