import { limitSubjectsRead } from '@/lib/console/queries/limit-subjects';

export const GET = limitSubjectsRead.GET;
