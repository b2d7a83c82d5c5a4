import { Skeleton } from '@/components/ui/skeleton';

export default function Loading() {
  return (
    <div className="panel">
      <Skeleton rows={8} />
    </div>
  );
}
