import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import type { Order } from '../../api/types';
import { meWith, orderIn } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { ParcelCard } from './ParcelCard';

const packed = orderIn('packed', ['shipped'], { parcelWeightInGrams: 540 });
const number = packed.orderNumber;
const route = `PUT orders/${number}/parcel-weight`;

/** Shows the parcel card as on the order's page, for a staff member with these permissions. */
function open(order: Order, ...permissions: string[]) {
  function Page() {
    const known = useQuery({ ...orderQuery(number), enabled: false }).data;
    return known && <ParcelCard order={known} />;
  }
  queryClient.setQueryData(orderQuery(number).queryKey, order);
  return show(<Page />, { me: meWith(...permissions) });
}

test('a weight is corrected from how the order stands by now, and can be taken away', async () => {
  const calls = answerCalls({
    [route]: [
      {
        status: 409,
        data: { ...packed, version: 3, parcelWeightInGrams: 600 },
        body: { code: 'ORDER_CHANGED' },
      },
      { data: { ...packed, version: 4, parcelWeightInGrams: undefined } },
    ],
  });
  const { user } = open(packed, 'orders.transition');
  expect(screen.getByText('540 g')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Correct the weight…' }));
  const field = screen.getByRole('textbox', { name: /Weight in grams/ });
  expect(field).toHaveValue('540');
  await user.clear(field);
  await user.type(field, '60000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/A parcel weighs 1 g to 50 kg/)).toBeInTheDocument();
  expect(calls).toEqual([]);
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/the parcel weighs 600 g/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Not weighed')).toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([{ version: 2 }, { version: 3 }]);
});

test('shipped and unpacked orders are not weighed', () => {
  const { container, unmount } = open(orderIn('confirmed', ['packed']), 'orders.transition');
  expect(container).not.toHaveTextContent('Parcel');
  unmount();
  open(orderIn('shipped', ['delivered'], { parcelWeightInGrams: 1240 }), 'orders.transition');
  expect(screen.getByText('1.24 kg')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
