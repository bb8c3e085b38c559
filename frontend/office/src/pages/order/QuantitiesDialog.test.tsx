import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { orderQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import { orderIn, orderOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { QuantitiesDialog } from './QuantitiesDialog';

const number = orderOf().orderNumber;
const lines = `PUT orders/${number}/lines`;

function open() {
  const onClose = vi.fn<() => void>();
  /** Shows the dialog with the cached order, as the order's page does. */
  function Page() {
    const order = useQuery({ ...orderQuery(number), enabled: false }).data;
    return order && <QuantitiesDialog order={order} onClose={onClose} />;
  }
  queryClient.setQueryData(orderQuery(number).queryKey, orderOf());
  return { onClose, ...show(<Page />) };
}

const more = () => screen.getByRole('button', { name: /One more of Karela Powder/ });
const less = () => screen.getByRole('button', { name: /One less of Karela Powder/ });
const save = () => screen.getByRole('button', { name: 'Save' });

test('the new total is there before it is saved, and an order keeps a pack', async () => {
  const calls = answerCalls({ [lines]: { data: orderOf({ version: 2 }) } });
  const { user, onClose } = open();
  expect(save()).toBeDisabled();
  await user.click(more());
  expect(screen.getByRole('dialog')).toHaveTextContent(/New total ₹747.00, instead of ₹498.00/);
  await user.click(less());
  await user.click(less());
  await user.click(less());
  expect(screen.getByRole('dialog')).toHaveTextContent(/removed, was 2/);
  expect(save()).toBeDisabled();
  await user.click(more());
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.map(({ body }) => body)).toEqual([
    { version: 1, lines: [{ productId: 'p-karela', weightInGrams: 100, quantity: 1 }] },
  ]);
});

test('after a conflict the chosen quantities stay and can be sent again', async () => {
  const [line] = orderOf().lines;
  const present = orderOf({
    version: 2,
    lines: line ? [{ ...line, quantity: 4, lineTotal: 996 }] : [],
    total: 996,
  });
  const calls = answerCalls({
    [lines]: [
      { status: 409, data: present, body: { message: 'Changed.', code: 'ORDER_CHANGED' } },
      { data: orderOf({ version: 3 }) },
    ],
  });
  const { user, onClose } = open();
  await user.click(more());
  await user.click(save());
  expect(await screen.findByText('The order changed meanwhile.')).toBeInTheDocument();
  expect(screen.getByRole('dialog')).toHaveTextContent(/The order has 4 × Karela Powder/);
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.map(({ body }) => body)).toMatchObject([
    { version: 1, lines: [{ quantity: 3 }] },
    { version: 2, lines: [{ quantity: 3 }] },
  ]);
});

test('more packs than there are: it is said how many the order can have', async () => {
  const words = 'This order can have 2 packs of Karela Powder (100 g): there are no more.';
  answerCalls({
    [lines]: { status: 409, data: { left: [] }, body: { message: words, code: 'OUT_OF_STOCK' } },
    [`GET orders/${number}`]: { data: orderOf() },
  });
  const { user, onClose } = open();
  await user.click(more());
  await user.click(save());
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

test('an order that was packed meanwhile can no longer be corrected', async () => {
  const packed = orderIn('packed', ['shipped']);
  answerCalls({ [lines]: { status: 409, data: packed, body: { message: '', code: 'ORDER_CHANGED' } } });
  const { user } = open();
  await user.click(more());
  await user.click(save());
  expect(await screen.findByText(/can no longer be corrected/)).toBeInTheDocument();
  expect(save()).toBeDisabled();
});
