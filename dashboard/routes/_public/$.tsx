import { createFileRoute } from '@tanstack/react-router';
import { NotFoundScreen } from '#dashboard/layouts/not-found-screen.tsx';

export const Route = createFileRoute('/_public/$')({
  staticData: { title: 'title.notFound' },
  component: NotFoundScreen,
});
