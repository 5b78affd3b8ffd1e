import { createFileRoute } from '@tanstack/react-router';
import { MemberLayout } from '#dashboard/layouts/member-layout.tsx';

export const Route = createFileRoute('/_member')({ staticData: { auth: true }, component: MemberLayout });
