import { limitSubjectsRead } from '@/lib/console/reads/limit-subjects';

export const GET = limitSubjectsRead.GET;
