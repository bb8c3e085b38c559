import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, show } from '../../test_page';
import { ReceiveDialog } from './ReceiveDialog';

const route = 'POST stock/batches';

test('packs that are sent again after a lost answer are taken in once: the receipt keeps its id', async () => {
  const onClose = vi.fn();
  const calls = answerCalls({
    [route]: [{ status: 503, body: { message: 'Please try again.' } }, { data: {} }],
  });
  const { user } = show(
    <ReceiveDialog name="Karela 100 g" productId="p" weightInGrams={100} onClose={onClose} />,
  );
  await user.type(screen.getByLabelText('Batch number'), 'K-2611');
  await user.type(screen.getByLabelText('Packs'), '40');
  await user.type(screen.getByLabelText('Best before'), '2028-01-31');
  await user.type(screen.getByLabelText('MRP in ₹'), '299');
  await user.type(screen.getByLabelText('Shelf (optional)'), ' A 3 ');
  await user.click(screen.getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('Please try again.')).toHaveFocus();
  expect(screen.getByLabelText('Packs')).toHaveValue('40');
  await user.click(screen.getByRole('button', { name: 'Receive' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = calls;
  expect(first?.body).toMatchObject({
    batchNumber: 'K-2611',
    quantity: 40,
    mrp: 299,
    shelf: 'A 3',
    productId: 'p',
    weightInGrams: 100,
  });
  expect(first?.body).not.toHaveProperty('cost');
  expect(second?.body).toEqual(first?.body);
});

test('a day that is not after the packing is refused beside its field', async () => {
  const calls = answerCalls({});
  const { user } = show(
    <ReceiveDialog name="Karela 100 g" productId="p" weightInGrams={100} onClose={() => {}} />,
  );
  await user.type(screen.getByLabelText('Batch number'), 'K-2611');
  await user.type(screen.getByLabelText('Packs'), '40');
  await user.type(screen.getByLabelText('MRP in ₹'), '299');
  await user.type(screen.getByLabelText('Best before'), '2020-01-31');
  await user.click(screen.getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('This must be after the packing date.')).toBeInTheDocument();
  expect(calls).toEqual([]);
});
