import { type ConnectRouter, createRouterTransport } from '@connectrpc/connect';
import { TransportProvider } from '@connectrpc/connect-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { meQuery } from './api/queries';
import { queryClient } from './api/query_client';
import { officeTransport } from './api/transport';
import type { Me } from './api/types';
import { ReauthenticationDialog } from './session/ReauthenticationDialog';

/** The response to a call: data or an error. */
interface Answer {
  status?: number;
  data?: unknown;
  body?: object;
  /** The response waits for this promise. */
  after?: Promise<void>;
}

/** Answers calls by method and path below the API's base address. Entries of a list answer one call each; the last one repeats. */
export function answerCalls(answers: Readonly<Record<string, Answer | Answer[]>>) {
  const calls: { route: string; body: unknown }[] = [];
  const left = new Map(Object.entries(answers).map(([route, each]) => [route, [each].flat()]));
  const fetchMock = vi.fn<typeof fetch>(async (address, init) => {
    const route = `${init?.method} ${String(address).replace('/api/office/v1/', '')}`;
    calls.push({ route, body: init?.body ? JSON.parse(String(init.body)) : undefined });
    const queue = left.get(route) ?? [{ status: 404, body: { message: `no answer for ${route}` } }];
    const answer = (queue.length > 1 ? queue.shift() : queue[0]) ?? {};
    const { status = 200, data, body, after } = answer;
    await after;
    return Response.json({ success: status < 300, data, ...body }, { status });
  });
  vi.stubGlobal('fetch', fetchMock);
  return calls;
}

interface Shown {
  me?: Me;
  at?: string;
  /** The services that answer calls by the contract; without it, none does. */
  services?: (router: ConnectRouter) => void;
}

/** The transport to services of a test. */
export const transportTo = (services: (router: ConnectRouter) => void) =>
  officeTransport(createRouterTransport(services));

/** Renders a part of the office for a signed-in staff member. */
export function show(part: ReactNode, { me, at = '/', services = () => undefined }: Shown = {}) {
  queryClient.setQueryData(meQuery.queryKey, me ?? null);
  const user = userEvent.setup();
  const shown = render(
    <TransportProvider transport={transportTo(services)}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[at]}>{part}</MemoryRouter>
        <ReauthenticationDialog />
      </QueryClientProvider>
    </TransportProvider>,
  );
  return { user, ...shown };
}
