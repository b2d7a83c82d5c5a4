import { limitWhatIfRead } from '@/lib/console/reads/limit-what-if';

export const GET = limitWhatIfRead.GET;
