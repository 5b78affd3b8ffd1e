import { createFileRoute } from '@tanstack/react-router';
import { PublicLayout } from '#dashboard/layouts/public-layout.tsx';

export const Route = createFileRoute('/_public')({
  // Part of nearly every first view: a file of its own would only cost a round trip.
  codeSplitGroupings: [],
  component: PublicLayout,
});
