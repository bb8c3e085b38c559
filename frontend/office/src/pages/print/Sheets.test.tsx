import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith, orderOf, shopOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { Labels } from './Labels';
import { Slips } from './Slips';

beforeEach(() => queryClient.clear());

test('labels and slips name the shop as its owner does, and say what was weighed', async () => {
  const shop = shopOf();
  answerCalls({ 'GET shop': { data: { ...shop, facts: { ...shop.facts, name: 'Jadibuti' } } } });
  show(
    <>
      <Labels orders={[orderOf(), orderOf({ orderId: 'o-2', parcelWeightInGrams: 1240 })]} />
      <Slips orders={[orderOf({ parcelWeightInGrams: 540 })]} />
    </>,
    { me: meWith('orders.read') },
  );
  expect(await screen.findAllByText('From Jadibuti, 7 Mill Road, Surat 395002')).toHaveLength(2);
  expect(screen.getAllByText(/^Weight/).map(({ textContent }) => textContent)).toEqual([
    'Weight 1.24\u00A0kg',
  ]);
  expect(screen.getByText('2 packs, parcel 540 g')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Jadibuti' })).toBeInTheDocument();
});
