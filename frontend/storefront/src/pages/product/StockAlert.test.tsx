import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import { ApiError, ConnectionError } from '../../api/errors';
import * as lists from '../../api/lists';
import { useCart } from '../../stores/cart';
import { cardsOf, karela, withLeft } from '../../test_data';
import { StockAlert } from './StockAlert';

vi.mock('../../api/client');
vi.mock('../../api/lists');

const soldOut = withLeft(karela, Infinity, 0);

vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => {
  vi.useRealTimers();
});

beforeEach(() => {
  // Makes data fetched by the previous test stale.
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.mocked(client.addStockAlert).mockReset().mockResolvedValue('We will email you.');
  vi.mocked(lists.listCards)
    .mockReset()
    .mockResolvedValue(cardsOf([soldOut]));
  useCart.setState({ data: [soldOut] });
});

/** Opens the form, which gets the focus. */
async function open() {
  render(<StockAlert product={soldOut} weightInGrams={200} />);
  await userEvent.click(
    screen.getByRole('button', { name: 'Tell me when it is back: Karela Powder, 200 g' }),
  );
  const field = await screen.findByLabelText('Email');
  await waitFor(() => expect(field).toHaveFocus());
  return field;
}

test('a weight that looks sold out is looked at anew, once a minute', async () => {
  vi.mocked(lists.listCards).mockResolvedValue(cardsOf([karela]));
  render(<StockAlert product={soldOut} weightInGrams={200} />).unmount();
  render(<StockAlert product={soldOut} weightInGrams={100} />);
  await waitFor(() => expect(useCart.getState().data).toEqual([karela]));
  expect(lists.listCards).toHaveBeenCalledExactlyOnceWith({ fresh: true });
});

test('an address is asked for and sent, and the answer takes the place of the form', async () => {
  await userEvent.type(await open(), ' asha@example.com {Enter}');
  const answer = await screen.findByText('We will email asha@example.com once, when it is back.');
  await waitFor(() => expect(answer).toHaveFocus());
  expect(client.addStockAlert).toHaveBeenCalledExactlyOnceWith({
    productId: karela._id,
    weightInGrams: 200,
    email: 'asha@example.com',
  });
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('an invalid address is reported beside the field, and nothing is sent', async () => {
  const field = await open();
  await userEvent.type(field, '{Enter}');
  expect(field).toHaveAccessibleDescription(/Email is required/);
  await userEvent.type(field, 'asha{Enter}');
  expect(field).toHaveAccessibleDescription(/Enter a valid email address/);
  expect(field).toHaveFocus();
  expect(client.addStockAlert).not.toHaveBeenCalled();
});

test('a refusal of the shop is shown in its words, and can be corrected', async () => {
  const wrong = { field: 'email', message: 'Enter a valid email address', code: 'MALFORMED' } as const;
  vi.mocked(client.addStockAlert).mockRejectedValueOnce(new ApiError(422, wrong.message, [wrong]));
  const field = await open();
  await userEvent.type(field, 'asha@example{Enter}');
  expect(field).toHaveAccessibleDescription(/Enter a valid email address/);
  await userEvent.type(field, '.com{Enter}');
  expect(await screen.findByText(/^We will email asha@example\.com/)).toBeVisible();
});

test('a pack that is back by now is said so, and the list is fetched anew', async () => {
  vi.mocked(client.addStockAlert).mockRejectedValue(new ApiError(409, 'This pack can be bought now.'));
  const field = await open();
  vi.mocked(lists.listCards).mockClear();
  await userEvent.type(field, 'asha@example.com{Enter}');
  expect(await screen.findByText('This pack can be bought now.')).toBeVisible();
  expect(lists.listCards).toHaveBeenCalledExactlyOnceWith({ fresh: true });
});

test('a shop that did not answer is asked again', async () => {
  vi.mocked(client.addStockAlert).mockRejectedValueOnce(new ConnectionError(new Error('gone')));
  const field = await open();
  await userEvent.type(field, 'asha@example.com{Enter}');
  expect(field).toHaveAccessibleDescription(/cannot be reached/);
  await userEvent.click(screen.getByRole('button', { name: 'Tell me' }));
  expect(await screen.findByText(/^We will email asha@example\.com/)).toBeVisible();
});
