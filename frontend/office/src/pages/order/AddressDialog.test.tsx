import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { orderQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import { orderIn, orderOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { AddressDialog } from './AddressDialog';

const number = orderOf().orderNumber;
const address = `PUT orders/${number}/address`;

function open() {
  const onClose = vi.fn<() => void>();
  /** Shows the dialog with the cached order, as the order's page does. */
  function Page() {
    const order = useQuery({ ...orderQuery(number), enabled: false }).data;
    return order && <AddressDialog order={order} onClose={onClose} />;
  }
  queryClient.setQueryData(orderQuery(number).queryKey, orderOf());
  return { onClose, ...show(<Page />) };
}

const field = () => screen.getByRole('textbox', { name: 'Address' });

test('after a conflict the dialog shows the current address, and the typed one can be sent again', async () => {
  const present = orderOf({ version: 2, deliveryAddress: '14 Ring Road, Surat' });
  const calls = answerCalls({
    [address]: [
      { status: 409, data: present, body: { message: 'Changed.', code: 'ORDER_CHANGED' } },
      { data: orderOf({ version: 3 }) },
    ],
  });
  const { user, onClose } = open();
  await user.clear(field());
  await user.type(field(), '12 B Ring Road, Surat');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The order changed meanwhile.')).toBeInTheDocument();
  expect(screen.getByRole('dialog')).toHaveTextContent('The address is now Asha Patel, 14 Ring Road, Surat');
  expect(field()).toHaveValue('12 B Ring Road, Surat');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.map(({ body }) => body)).toMatchObject([
    { version: 1, deliveryAddress: '12 B Ring Road, Surat' },
    { version: 2, deliveryAddress: '12 B Ring Road, Surat', pincode: '395009' },
  ]);
});

test.each([
  ['PINCODE_DIFFERS', 'Delivery to this pincode has another charge.'],
  ['NO_CASH_THERE', 'Cash on delivery is not available at this pincode.'],
])('why an order cannot go to a pincode stands beside it: %s', async (code, message) => {
  answerCalls({
    [address]: { status: 409, body: { message, code } },
    [`GET orders/${number}`]: { data: orderOf() },
  });
  const { user } = open();
  await user.clear(screen.getByLabelText('Pincode'));
  await user.type(screen.getByLabelText('Pincode'), '744101');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByLabelText('Pincode')).toHaveFocus();
});

test('an order that was packed meanwhile cannot be corrected any more', async () => {
  const packed = orderIn('packed', ['shipped']);
  answerCalls({ [address]: { status: 409, data: packed, body: { message: '', code: 'ORDER_CHANGED' } } });
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/The address can no longer be corrected/)).toBeInTheDocument();
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' })).toBeDisabled();
});

test.each(['395 003', '395-003'])(
  'a pincode that is pasted as “%s” is sent as six digits',
  async (pasted) => {
    const calls = answerCalls({ [address]: { data: orderOf({ version: 2, pincode: '395003' }) } });
    const { user, onClose } = open();
    const pincode = screen.getByLabelText('Pincode');
    await user.clear(pincode);
    await user.click(pincode);
    await user.paste(pasted);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(calls.map(({ body }) => body)).toMatchObject([{ pincode: '395003' }]);
  },
);
