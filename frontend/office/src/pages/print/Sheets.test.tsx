import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import { answerShop, meWith, orderOf, shopOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { Labels } from './Labels';
import { Slips } from './Slips';

beforeEach(() => queryClient.clear());

test('labels and slips name the shop as its owner does, and say what was weighed', async () => {
  const invoice = { orderId: 'o-2', documentId: 'd-1', kind: 'invoice', number: 'INV-2627-000042' };
  answerCalls({
    'GET orders/sale-documents?orderId=o-1&orderId=o-2': { data: { documents: [invoice] } },
  });
  show(
    <>
      <Labels
        orders={[
          orderOf({ district: 'Surat', state: 'Gujarat' }),
          orderOf({ orderId: 'o-2', parcelWeightInGrams: 1240 }),
        ]}
        reserved={new Map()}
      />
      <Slips orders={[orderOf({ parcelWeightInGrams: 540 })]} reserved={new Map()} />
    </>,
    { me: meWith('orders.read'), services: answerShop(shopOf({ name: 'Jadibuti' })) },
  );
  expect(
    await screen.findAllByText('From Jadibuti, 7 Mill Road, Surat 395002, phone +912612345678'),
  ).toHaveLength(2);
  expect(screen.getAllByText('Surat, Gujarat'), 'carriers sort by city and state').toHaveLength(2);
  expect(screen.getAllByText(/^Weight/).map(({ textContent }) => textContent)).toEqual([
    'Weight 1.24\u00A0kg',
  ]);
  expect(await screen.findByText('Invoice INV-2627-000042')).toBeInTheDocument();
  expect(screen.getAllByText('Carrier’s barcode')).toHaveLength(2);
  expect(screen.getByText('2 packs, parcel 540 g')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Jadibuti' })).toBeInTheDocument();
});

test('the longer an address is, the smaller it stands on its label, so that all of it does', () => {
  answerCalls({});
  const orders = [20, 120, 500].map((length) =>
    orderOf({ orderId: `o-${length}`, deliveryAddress: 'Ring Road '.repeat(50).slice(0, length) }),
  );
  show(<Labels orders={orders} reserved={new Map()} />, { me: meWith('orders.read') });
  const addresses = screen.getAllByText('To').map(({ parentElement }) => parentElement);
  expect(addresses.map((address) => address?.dataset.long)).toEqual([undefined, 'long', 'very long']);
});
