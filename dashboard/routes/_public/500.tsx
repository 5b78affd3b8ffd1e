import { createFileRoute } from '@tanstack/react-router';
import { ErrorScreen } from '#dashboard/layouts/error-screen.tsx';

export const Route = createFileRoute('/_public/500')({
  staticData: { title: 'title.crash' },
  component: () => <ErrorScreen />,
});
