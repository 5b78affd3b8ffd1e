import { ListSkeleton } from '#shared/ui/skeleton.tsx';

export function PendingScreen() {
  return <ListSkeleton className="mx-auto w-full max-w-6xl px-4" />;
}
