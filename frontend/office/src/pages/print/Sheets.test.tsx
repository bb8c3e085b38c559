import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import { meWith, orderOf, shopOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { Labels } from './Labels';
import { Slips } from './Slips';

beforeEach(() => queryClient.clear());

test('labels and slips name the shop as its owner does', async () => {
  const shop = shopOf();
  answerCalls({ 'GET shop': { data: { ...shop, facts: { ...shop.facts, name: 'Jadibuti' } } } });
  show(
    <>
      <Labels orders={[orderOf()]} />
      <Slips orders={[orderOf()]} />
    </>,
    { me: meWith('orders.read') },
  );
  expect(await screen.findByText('From Jadibuti, 7 Mill Road, Surat 395002')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Jadibuti' })).toBeInTheDocument();
});
