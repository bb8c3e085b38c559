import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import type { Product } from '../../api/types';
import { notifyShoppingError, notifySuccess } from '../../notify';
import { useCart } from '../../stores/cart';
import { itemOf, karela } from '../../test_data';
import ProductPage from './ProductPage';

vi.mock('../../api/client');
vi.mock('../../notify');

beforeEach(() => {
  vi.mocked(client.listProducts).mockReset().mockResolvedValue([karela]);
  vi.mocked(notifySuccess).mockReset();
  vi.mocked(notifyShoppingError).mockReset();
});

function Whereabouts() {
  return <p>{`${useNavigationType()} ${useLocation().pathname}`}</p>;
}

function open(products: Product[], id = karela._id) {
  useCart.setState({ data: products });
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

test('what does not fit into the cart is told', async () => {
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

test('another photo is a tap away', async () => {
  open([karela]);
  await userEvent.click(button('Show photo 2 of 2'));
  expect(screen.getByAltText('Karela Powder')).toHaveAttribute(
    'src',
    '/images/products/karela-angle-400.webp',
  );
});

test('a product without weights says so', () => {
  open([{ ...karela, variants: [] }]);
  expect(screen.getByText('No weight variants available for this product.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull();
});

test('an unknown product is not found', () => {
  open([karela], 'nothing');
  expect(screen.getByText('Product not found.')).toBeVisible();
  expect(client.listProducts).not.toHaveBeenCalled();
});

test('an empty list is fetched when the page opens', async () => {
  open([]);
  expect(screen.getByText('Loading product details...')).toBeVisible();
  expect(await screen.findByRole('heading', { name: /Karela Powder/ })).toBeVisible();
});

test('and a failure of that is told', async () => {
  vi.mocked(client.listProducts).mockRejectedValue(new Error('down'));
  open([]);
  expect(await screen.findByText('Error loading product details')).toBeVisible();
});
