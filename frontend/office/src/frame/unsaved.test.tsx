import { TransportProvider } from '@connectrpc/connect-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { ShopEditingService } from '#contract/shop/catalog/v1/shop_pb.js';
import { queryClient } from '../api/query_client';
import { PaymentDialog } from '../pages/order/PaymentDialog';
import { officeRoutes } from '../routes';
import { answerShop, meWith, orderIn, shopOf } from '../test_data';
import { answerCalls, show, transportTo } from '../test_page';

// Every way to leave unsaved text asks first.

const QUESTION = { name: 'Leave without saving?' };
const order = orderIn('delivered', [], { paymentMethod: 'cod' });

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});

const isTabAskedAbout = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

async function openShop() {
  answerCalls({
    'GET session': { data: meWith('shop.write') },
    'GET today': { data: { counts: [] } },
  });
  const transport = transportTo((router) => {
    answerShop()(router);
    router.service(ShopEditingService, {
      listShopChanges: () => ({}),
      updateShop: () => ({ shop: { ...shopOf({ tagline: 'Ground on stone' }), version: 3 } }),
    });
  });
  const router = createMemoryRouter(officeRoutes(), { initialEntries: ['/', '/settings'], initialIndex: 1 });
  render(
    <TransportProvider transport={transport}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TransportProvider>,
  );
  const user = userEvent.setup();
  const tagline = await screen.findByLabelText('Line below the name');
  return { router, user, tagline };
}

const path = ({ state }: { state: { location: { pathname: string } } }) => state.location.pathname;

test('a link, Back and the end of the tab ask before a form that was filled in is lost', async () => {
  const { router, user, tagline } = await openShop();
  expect(isTabAskedAbout()).toBe(false);
  await user.clear(tagline);
  await user.type(tagline, 'Ground on stone');
  expect(isTabAskedAbout()).toBe(true);

  const [today] = screen.getAllByRole('link', { name: 'Today' });
  if (!today) throw new Error('there is a link');
  await user.click(today);
  expect(await screen.findByRole('dialog', QUESTION)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(path(router)).toBe('/settings');
  expect(tagline).toHaveValue('Ground on stone');

  await act(() => router.navigate(-1));
  expect(await screen.findByRole('dialog', QUESTION)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(path(router)).toBe('/'));
  await waitFor(() => expect(isTabAskedAbout()).toBe(false));
});

test('a saved form is left without a question', async () => {
  const { router, user, tagline } = await openShop();
  await user.clear(tagline);
  await user.type(tagline, 'Ground on stone{Enter}');
  await screen.findByText(/The shop shows it in a few seconds/);
  await waitFor(() => expect(isTabAskedAbout()).toBe(false));
  await act(() => router.navigate('/'));
  await waitFor(() => expect(path(router)).toBe('/'));
});

test('log out asks, too', async () => {
  const { user, tagline } = await openShop();
  await user.type(tagline, '!');
  const [out] = screen.getAllByRole('button', { name: 'sign out' });
  if (!out) throw new Error('there is a button');
  await user.click(out);
  expect(await screen.findByRole('dialog', QUESTION)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(tagline).toBeInTheDocument();
});

function openDialog() {
  const onClose = vi.fn<() => void>();
  const shown = show(<PaymentDialog order={order} onClose={onClose} />, { me: meWith('payments.record') });
  const dialog = screen.getByRole('dialog', { name: 'Record a payment' }) as HTMLDialogElement;
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 800));
  return { ...shown, dialog, onClose };
}

const beside = { clientX: 500, clientY: 100 };

test.each([
  ['Escape', (dialog: HTMLDialogElement) => dialog.close()],
  [
    'a press beside it',
    (dialog: HTMLDialogElement) => {
      fireEvent.pointerDown(dialog, beside);
      fireEvent.click(dialog, beside);
    },
  ],
  ['its cross', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Back', () => fireEvent.click(screen.getByRole('button', { name: 'Back' }))],
])('a dialog asks before %s takes away what was typed', async (_, leave) => {
  answerCalls({});
  const { user, dialog, onClose } = openDialog();
  const reference = screen.getByLabelText(/^Reference/);
  await user.type(reference, 'UTR 1');
  await act(async () => leave(dialog));
  expect(screen.getByRole('dialog', QUESTION)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(dialog.open).toBe(true);
  expect(reference).toHaveValue('UTR 1');
  await act(async () => leave(dialog));
  await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a dialog in which nothing was typed closes at once', async () => {
  answerCalls({});
  const { dialog, onClose } = openDialog();
  await act(async () => dialog.close());
  expect(onClose).toHaveBeenCalledOnce();
});

test('while money is written down the dialog cannot be left, by Back neither', async () => {
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    ),
  );
  const { user, dialog, onClose } = openDialog();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'One moment…' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Back' })).toBeDisabled();
  await act(async () => dialog.close());
  expect(dialog.open).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  answer(Response.json({ success: true, data: order }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
