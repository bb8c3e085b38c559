import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import type { Product } from '../../api/types';
import { Messages } from '../../messages/Messages';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { useUnsaved } from '../../ui/unsaved';
import { StateButtons } from './StateButtons';

const me = meWith('products.write');
const route = 'PUT products/p-giloy/state';
const draft = { id: 'p-giloy', version: 3, state: 'draft', claims: [] } as unknown as Product;
const published = { ...draft, version: 4, state: 'published' };

beforeEach(() => queryClient.clear());

function Page({ isUnsaved }: { isUnsaved: boolean }) {
  useUnsaved(isUnsaved);
  return (
    <>
      <StateButtons product={draft} />
      <Messages />
    </>
  );
}

test('a product with unsaved changes is not published', async () => {
  const calls = answerCalls({ [route]: { data: published } });
  const { user, unmount } = show(<Page isUnsaved />, { me });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/Save your changes first/)).toBeInTheDocument();
  expect(calls).toEqual([]);
  unmount();
  const { user: again } = show(<Page isUnsaved={false} />, { me });
  await again.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/It is on sale/)).toBeInTheDocument();
  expect(calls).toHaveLength(1);
});

test('a product without stock is published only when that is said', async () => {
  const words = 'No pack of this product is in stock, so the shop would show it as sold out.';
  const calls = answerCalls({
    [route]: [
      { status: 409, body: { code: 'NO_STOCK', message: words } },
      { data: { ...draft, state: 'published', version: 4 } },
    ],
  });
  const { user } = show(<StateButtons product={draft} />, { me });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(words)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(calls).toHaveLength(1);

  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]?.body).toEqual({ version: 3, state: 'published' });
});

test('and then it is sent with that word', async () => {
  const calls = answerCalls({
    [route]: [
      { status: 409, body: { code: 'NO_STOCK', message: 'No pack is in stock.' } },
      { data: { ...draft, state: 'published', version: 4 } },
    ],
  });
  const { user } = show(<StateButtons product={draft} />, { me });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await user.click(await screen.findByRole('button', { name: 'Publish as sold out' }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.body).toEqual({ version: 3, state: 'published', withoutStock: true });
  await waitFor(() => expect(screen.queryByText('No pack is in stock.')).toBeNull());
});

test('a product is published once, and the button keeps the focus while it waits', async () => {
  let answer: (() => void) | undefined;
  const after = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const body = { code: 'NO_STOCK', message: 'No pack is in stock.' };
  const calls = answerCalls({ [route]: { status: 409, body, after } });
  const { user } = show(<StateButtons product={draft} />, { me });
  const publish = screen.getByRole('button', { name: 'Publish' });
  await user.click(publish);
  await user.click(publish);
  expect(publish).toBeEnabled();
  expect(publish).toHaveFocus();
  answer?.();
  expect(await screen.findByRole('dialog', { name: 'No pack is in stock' })).toBeInTheDocument();
  expect(calls).toHaveLength(1);
});
