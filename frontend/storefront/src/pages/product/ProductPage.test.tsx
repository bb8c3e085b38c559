import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import * as lists from '../../api/lists';
import { ApiError } from '../../api/errors';
import type { Card } from '../../api/types';
import { notifyShoppingError, notifySuccess } from '../../messages/notify';
import { useCart } from '../../stores/cart';
import { ashwagandha, cardsOf, itemOf, karela, withLeft } from '../../test_data';
import ProductPage from './ProductPage';

vi.mock('../../api/client');
vi.mock('../../api/lists');
vi.mock('../../messages/notify');

beforeEach(() => {
  vi.mocked(lists.listCards)
    .mockReset()
    .mockResolvedValue(cardsOf([karela]));
  vi.mocked(client.readProduct).mockReset().mockResolvedValue(karela);
  vi.mocked(client.listLabels).mockReset().mockResolvedValue([]);
  vi.mocked(notifySuccess).mockReset();
  vi.mocked(notifyShoppingError).mockReset();
});

function Whereabouts() {
  return <p>{`${useNavigationType()} ${useLocation().pathname}`}</p>;
}

function open(products: Card[], id = karela._id, loading = false) {
  useCart.setState({ data: products, loading });
  if (products.length > 0) vi.mocked(lists.listCards).mockResolvedValue(cardsOf(products));
  return render(
    <MemoryRouter initialEntries={[`/product/${id}`]}>
      <Routes>
        <Route path="/product/:id" element={<ProductPage />} />
        <Route path="*" element={<Whereabouts />} />
      </Routes>
    </MemoryRouter>,
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const increase = (weight: string) => button(`Increase quantity of Karela Powder, ${weight}`);
const decrease = (weight: string) => button(`Decrease quantity of Karela Powder, ${weight}`);

test('nothing chosen is refused', async () => {
  open([karela]);
  await userEvent.click(button('Add to Cart'));
  await userEvent.click(button('Buy Now'));
  const words = 'Please select at least one quantity for a weight variant to add to cart.';
  expect(vi.mocked(notifyShoppingError).mock.calls).toEqual([[words], [words]]);
  expect(useCart.getState().items).toEqual([]);
});

test('under the price no MRP is said, which is what is printed on the pack', async () => {
  open([karela]);
  const note = screen.getByText('Inclusive of all taxes');
  expect(note).toBeVisible();
  const weights = screen.getByText('Choose your weight');
  expect(note.compareDocumentPosition(weights) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  for (const said of await screen.findAllByText(/MRP/)) expect(said).toHaveTextContent(/printed on the pack/);
});

test('quantities start at 0, where minus is disabled', async () => {
  open([karela]);
  expect(decrease('100 g')).toBeDisabled();
  await userEvent.click(increase('100 g'));
  expect(decrease('100 g')).toBeEnabled();
  expect(decrease('200 g')).toBeDisabled();
});

test('Add to Cart takes every chosen weight and starts again from 0', async () => {
  open([karela]);
  await userEvent.click(increase('100 g'));
  await userEvent.click(increase('200 g'));
  await userEvent.click(increase('200 g'));
  await userEvent.click(button('Add to Cart'));
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Added 3 item(s) to cart!');
  expect(useCart.getState().items).toEqual([itemOf(karela, 100, 1), itemOf(karela, 200, 2)]);
  expect(decrease('100 g')).toBeDisabled();
  expect(decrease('200 g')).toBeDisabled();
});

test('packs that do not fit into the cart are reported', async () => {
  useCart.setState({ items: [itemOf(karela, 100, 99)] });
  open([karela]);
  await userEvent.click(increase('100 g'));
  await userEvent.click(button('Add to Cart'));
  expect(notifySuccess).not.toHaveBeenCalled();
  expect(notifyShoppingError).toHaveBeenCalledOnce();
});

test('Buy Now goes to the cart in place of the product page', async () => {
  open([karela]);
  await userEvent.click(increase('100 g'));
  await userEvent.click(button('Buy Now'));
  expect(await screen.findByText('REPLACE /cart')).toBeVisible();
  expect(useCart.getState().items).toEqual([itemOf(karela, 100, 1)]);
});

test('the way back leads over the shelf of its kind', () => {
  open([karela]);
  const way = within(screen.getByRole('navigation', { name: 'Where you are' }));
  expect(way.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(way.getByRole('link', { name: 'Packets' })).toHaveAttribute('href', '/shop?type=pouch');
  expect(way.getByText('Karela Powder')).toHaveAttribute('aria-current', 'page');
});

test('a box stands among the boxes', () => {
  open([ashwagandha], ashwagandha._id);
  expect(screen.getByRole('link', { name: 'Boxes' })).toHaveAttribute('href', '/shop?type=box');
});

test('price, listed price and discount stand under the title', () => {
  open([karela]);
  expect(screen.getByText('₹298').tagName).toBe('S');
  expect(screen.getByText('20%OFF')).toBeVisible();
});

test('a careful shopper finds everything about the powder and the pack', async () => {
  open([karela]);
  await screen.findByRole('heading', { level: 2, name: 'Ingredients' });
  for (const name of ['About this powder', 'Ingredients', 'Benefits', 'How to use', 'Cautions', 'Storage']) {
    expect(screen.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  expect(screen.getByText('Bitter gourd')).toBeVisible();
  expect(screen.getByText('A bitter note')).toBeVisible();
  expect(screen.getByText(/Not intended to diagnose, treat, cure/)).toBeVisible();
  for (const term of ['Net quantity', 'Best before', 'Country of origin', 'Licence', 'Consumer care']) {
    expect(screen.getByText(term)).toBeVisible();
  }
});

test('a product without weights says so', () => {
  open([{ ...karela, variants: [] }]);
  expect(screen.getByText('No weight variants available for this product.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull();
});

test('a low weight can be chosen up to its stock', async () => {
  const low = withLeft(karela, Infinity, 2);
  vi.mocked(client.readProduct).mockResolvedValue(low);
  open([low]);
  expect(screen.getByText('Only 2 left')).toBeVisible();
  await userEvent.click(increase('200 g'));
  expect(increase('200 g')).toBeEnabled();
  await userEvent.click(increase('200 g'));
  expect(increase('200 g')).toBeDisabled();
  await userEvent.click(button('Add to Cart'));
  expect(useCart.getState().items).toEqual([itemOf(karela, 200, 2)]);
});

test('a low weight can be added up to the stock beyond the cart', async () => {
  const low = withLeft(karela, Infinity, 3);
  vi.mocked(client.readProduct).mockResolvedValue(low);
  useCart.setState({ items: [itemOf(karela, 200, 2)] });
  open([low]);
  expect(screen.getByText('Only 3 left, 2 in your cart')).toBeVisible();
  await userEvent.click(increase('200 g'));
  expect(increase('200 g')).toBeDisabled();
  await userEvent.click(button('Add to Cart'));
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('Added 1 item(s) to cart!');
  expect(useCart.getState().items).toEqual([itemOf(karela, 200, 3)]);
  expect(screen.getByText('Only 3 left, 3 in your cart')).toBeVisible();
  expect(increase('200 g')).toBeDisabled();
  expect(increase('100 g')).toBeEnabled();
});

test('a weight that is sold out has its price, and only being told when it is back to press', () => {
  open([withLeft(karela, Infinity, 0)]);
  const [, soldOut] = within(screen.getByRole('region', { name: 'Choose your weight' })).getAllByRole(
    'listitem',
  );
  expect(soldOut).toHaveTextContent('₹324Sold out');
  const buttons = screen.getAllByRole('button', { name: /Karela Powder, 200 g$/ });
  expect(buttons).toEqual([button('Tell me when it is back: Karela Powder, 200 g')]);
  expect(increase('100 g')).toBeEnabled();
  expect(button('Add to Cart')).toBeVisible();
});

test('a sold-out product cannot be put into the cart', () => {
  open([withLeft(karela, 0, 0)]);
  expect(screen.getAllByText('Sold out')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /Add to Cart|Buy Now|quantity/ })).toBeNull();
});

test('an unknown product is not found', () => {
  open([karela], 'nothing');
  expect(screen.getByText('Product not found.')).toBeVisible();
  expect(lists.listCards).not.toHaveBeenCalled();
});

test('an empty list is fetched when the page opens', async () => {
  open([]);
  expect(screen.getByText('Loading product details...')).toBeVisible();
  expect(await screen.findByRole('heading', { name: /Karela Powder/ })).toBeVisible();
});

test('and a failure of that is told', async () => {
  vi.mocked(lists.listCards).mockRejectedValue(new Error('down'));
  open([]);
  expect(await screen.findByText('Error loading product details')).toBeVisible();
});

test('while the list is on its way, the server’s product data is shown', () => {
  const root = document.createElement('div');
  root.id = 'root';
  Object.assign(root.dataset, {
    productId: karela._id,
    productName: 'Karela Powder',
    hindiName: 'करेला',
    tagline: 'Bitter gourd',
    photo: '/images/products/karela',
  });
  document.body.append(root);
  open([], karela._id, true);
  expect(screen.getByRole('heading', { level: 1, name: 'Karela Powder करेला' })).toBeVisible();
  expect(screen.getByAltText('Karela Powder').getAttribute('src')).toBe('/images/products/karela-400.webp');
  expect(screen.getByText('Loading product details...')).toBeVisible();
  expect(lists.listCards).not.toHaveBeenCalled();
  root.remove();
});

test('server data of another product is not used', () => {
  open([], 'other', true);
  expect(screen.getByText('Loading product details...')).toBeVisible();
  expect(screen.queryByRole('img')).toBeNull();
});

test('the card’s details are there at once, and the product can be bought while the rest loads', async () => {
  vi.mocked(client.readProduct).mockReturnValue(new Promise(() => {}));
  open([karela]);
  expect(screen.getByRole('heading', { level: 1, name: /Karela Powder/ })).toBeVisible();
  expect(screen.getByText('Loading product details...')).toBeVisible();
  await userEvent.click(increase('100 g'));
  await userEvent.click(button('Add to Cart'));
  expect(useCart.getState().items).toEqual([itemOf(karela, 100, 1)]);
});

test('details that do not come are told in their own place, and come when asked for again', async () => {
  vi.mocked(client.readProduct).mockRejectedValueOnce(new Error('down'));
  open([karela]);
  expect(await screen.findByText('Error loading product details')).toBeVisible();
  expect(button('Add to Cart')).toBeVisible();
  await userEvent.click(button('Retry'));
  expect(await screen.findByRole('heading', { level: 2, name: 'Ingredients' })).toBeVisible();
  expect(screen.queryByText('Error loading product details')).toBeNull();
});

test('details are asked for once, however often the page is opened', async () => {
  open([karela]).unmount();
  open([karela]);
  await screen.findByRole('heading', { level: 2, name: 'Ingredients' });
  expect(client.readProduct).toHaveBeenCalledOnce();
});

/** Simulates a shopper who returns to the tab after this time. */
function comeBackAfter(milliseconds: number) {
  vi.setSystemTime(Date.now() + milliseconds);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a shopper who comes back to the tab a day later sees the stock of then', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.mocked(client.readProduct).mockResolvedValue(withLeft(karela, 3));
  open([withLeft(karela, 3)]);
  await screen.findByRole('heading', { level: 2, name: 'Ingredients' });
  expect(screen.getByText('Only 3 left')).toBeVisible();
  comeBackAfter(1000);
  expect(client.readProduct).toHaveBeenCalledOnce();

  vi.mocked(client.readProduct).mockResolvedValue(withLeft(karela, 1));
  comeBackAfter(24 * 60 * 60 * 1000);
  expect(await screen.findByText('Only 1 left')).toBeVisible();
  expect(client.readProduct).toHaveBeenLastCalledWith(karela._id, { fresh: true });
  vi.useRealTimers();
});

test('in a shop of many products one that the list does not tell of is asked for', async () => {
  useCart.setState({ whole: false });
  open([ashwagandha]);
  expect(await screen.findByRole('heading', { level: 1, name: /Karela Powder/ })).toBeVisible();
  await userEvent.click(increase('100 g'));
  await userEvent.click(button('Add to Cart'));
  expect(useCart.getState().items).toEqual([itemOf(karela, 100, 1)]);
});

test('and is not found when the shop does not sell it', async () => {
  vi.mocked(client.readProduct).mockRejectedValue(new ApiError(404, 'We do not sell that.'));
  useCart.setState({ whole: false });
  open([ashwagandha]);
  expect(await screen.findByText('Product not found.')).toBeVisible();
});

test('but one that is sold again is found when its page is opened again', async () => {
  vi.mocked(client.readProduct).mockRejectedValueOnce(new ApiError(404, 'We do not sell that.'));
  useCart.setState({ whole: false });
  const page = open([ashwagandha]);
  await screen.findByText('Product not found.');
  page.unmount();
  open([ashwagandha]);
  expect(await screen.findByRole('heading', { level: 1, name: /Karela Powder/ })).toBeVisible();
});
