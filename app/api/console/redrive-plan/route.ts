import { redrivePlanRead } from '@/lib/console/reads/redrive-plan';

export const GET = redrivePlanRead.GET;
