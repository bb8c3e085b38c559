import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as client from '../../api/client';
import type { Cards } from '../../api/types';
import { notifyError } from '../../messages/notify';
import { useCart } from '../../stores/cart';
import { ashwagandha, karela } from '../../test_data';
import ShopPage from './ShopPage';

vi.mock('../../api/client');
vi.mock('../../messages/notify');

const amla = { ...karela, _id: '3', productName: 'Amla Powder', actualPrice: 199, concerns: ['skin'] };

beforeEach(() => {
  useCart.setState({
    data: [{ ...karela, concerns: ['sugar-balance'] }, { ...ashwagandha, concerns: ['energy'] }, amla],
  });
});

function Address() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output>{pathname + search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
    </>
  );
}

function open(...visited: string[]) {
  return render(
    <MemoryRouter initialEntries={visited.length > 0 ? visited : ['/shop']}>
      <ShopPage />
      <Address />
    </MemoryRouter>,
  );
}

const address = () => document.querySelector('output')?.textContent;
const shown = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
const results = () => document.querySelector('[role="status"]:not(output)');

test('the whole catalogue stands on the shelf', () => {
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'All products' })).toBeVisible();
  expect(shown()).toEqual(['Karela Powder', 'Ashwagandha Powder', 'Amla Powder']);
  expect(results()).toHaveTextContent('3 products');
  expect(screen.getByRole('radio', { name: 'All' })).toBeChecked();
});

test('each filter shows at once and stands in the address', async () => {
  open();
  await userEvent.click(screen.getByRole('radio', { name: 'Packets' }));
  expect(address()).toBe('/shop?type=pouch');
  expect(shown()).toEqual(['Karela Powder', 'Amla Powder']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Price, low to high');
  expect(address()).toBe('/shop?type=pouch&sort=price-asc');
  expect(shown()).toEqual(['Amla Powder', 'Karela Powder']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Good for' }), 'Skin');
  expect(address()).toBe('/shop?type=pouch&concern=skin&sort=price-asc');
  expect(shown()).toEqual(['Amla Powder']);
  expect(results()).toHaveTextContent('1 product');
});

test('a shared address shows the same shelf', () => {
  open('/shop?type=box&concern=energy&sort=price-desc');
  expect(shown()).toEqual(['Ashwagandha Powder']);
  expect(screen.getByRole('radio', { name: 'Boxes' })).toBeChecked();
  expect(screen.getByRole('combobox', { name: 'Good for' })).toHaveDisplayValue('Energy');
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Price, high to low');
});

test('a large shelf is drawn 48 cards at a time, and a return to it shows as many as before', async () => {
  const data = Array.from({ length: 100 }, (_, index) => ({
    ...amla,
    _id: `${index}`,
    productName: `Powder ${index}`,
  }));
  useCart.setState({ data });
  const { unmount } = open();
  expect(shown()).toHaveLength(48);
  expect(results()).toHaveTextContent('48 of 100 products');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(shown()).toHaveLength(96);
  expect(document.activeElement).toHaveTextContent('Powder 48');
  unmount();
  const again = open();
  expect(shown()).toHaveLength(96);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(shown()).toHaveLength(100);
  expect(results()).toHaveTextContent('100 products');
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  again.unmount();
  open('/shop?sort=price-asc');
  expect(shown()).toHaveLength(48);
});

test('going back leaves the shelf at once, however many filters were set', async () => {
  open('/faq', '/shop');
  await userEvent.click(screen.getByRole('radio', { name: 'Packets' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Boxes' }));
  expect(shown()).toEqual(['Ashwagandha Powder']);
  await userEvent.click(screen.getByRole('button', { name: 'back' }));
  expect(address()).toBe('/faq');
});

test('an empty shelf says how to widen the choice', async () => {
  open('/shop?type=box&concern=skin');
  expect(results()).toHaveTextContent('No products match.');
  const ways = within(screen.getByText('Remove a filter:').parentElement as HTMLElement).getAllByRole('link');
  expect(ways.map((way) => [way.textContent, way.getAttribute('href')])).toEqual([
    ['Packets and boxes', '/shop?concern=skin'],
    ['Good for anything', '/shop?type=box'],
    ['Show everything', '/shop'],
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Packets and boxes' }));
  expect(shown()).toEqual(['Amla Powder']);
});

describe('in a shop of many products', () => {
  const neem = { ...karela, _id: '4', productName: 'Neem Powder' };
  const brahmi = { ...ashwagandha, _id: '5', productName: 'Brahmi Powder' };
  const more = () => screen.getByRole('button', { name: 'Show more' });

  beforeEach(() => {
    useCart.setState({ whole: false, total: 5, next: 'page 2', concerns: ['energy', 'hair', 'skin'] });
    vi.mocked(client.findCards)
      .mockReset()
      .mockResolvedValueOnce({ products: [neem], total: 5, next: 'page 3' })
      .mockResolvedValueOnce({ products: [brahmi], total: 5, next: null });
  });

  test('more are shown when asked for, and the focus goes to the first of them', async () => {
    open();
    expect(results()).toHaveTextContent('3 of 5 products');
    await userEvent.click(more());
    await waitFor(() => expect(screen.getByRole('link', { name: /^Neem Powder/ })).toHaveFocus());
    expect(client.findCards).toHaveBeenCalledExactlyOnceWith({ after: 'page 2' });
    expect(results()).toHaveTextContent('4 of 5 products');
    await userEvent.click(more());
    await waitFor(() => expect(results()).toHaveTextContent('5 products'));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('filters are applied by the server, in pages', async () => {
    open('/shop?type=box&sort=price-asc');
    expect(results()).toHaveTextContent('Loading');
    expect(await screen.findByRole('link', { name: /^Neem Powder/ })).toBeVisible();
    expect(client.findCards).toHaveBeenCalledExactlyOnceWith(
      { type: 'box', sort: 'price-asc' },
      { fresh: false },
    );
    expect(results()).toHaveTextContent('1 of 5 products');
    await userEvent.click(more());
    await waitFor(() => expect(screen.getByRole('link', { name: /^Brahmi Powder/ })).toHaveFocus());
    expect(client.findCards).toHaveBeenLastCalledWith({ type: 'box', sort: 'price-asc', after: 'page 3' });
    expect(shown()).toEqual(['Neem Powder', 'Brahmi Powder']);
    expect(results()).toHaveTextContent('2 products');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('everything can be chosen that some product serves, also one that is not here', () => {
    open();
    const options = within(screen.getByRole('combobox', { name: 'Good for' })).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Anything', 'Energy', 'Hair', 'Skin']);
  });

  test('a choice that was left does not show what comes late', async () => {
    let answer: (cards: Cards) => void = () => {};
    const late = new Promise<Cards>((resolve) => {
      answer = resolve;
    });
    vi.mocked(client.findCards)
      .mockReset()
      .mockReturnValueOnce(late)
      .mockResolvedValueOnce({ products: [brahmi], total: 1, next: null });
    open('/shop?type=box');
    await userEvent.click(screen.getByRole('radio', { name: 'Packets' }));
    expect(await screen.findByRole('link', { name: /^Brahmi Powder/ })).toBeVisible();
    answer({ products: [neem], total: 1, next: null });
    await late;
    expect(shown()).toEqual(['Brahmi Powder']);
  });

  test('a choice that fits nothing says how to widen it, and one that failed can be asked for again', async () => {
    vi.mocked(client.findCards)
      .mockReset()
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValueOnce({ products: [], total: 0, next: null });
    open('/shop?type=box');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(results()).toHaveTextContent('No products match.'));
    expect(screen.getByRole('link', { name: 'Show everything' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('a failed load is reported, and can be tried again', async () => {
    vi.mocked(client.findCards).mockReset().mockRejectedValueOnce(new Error('down'));
    open();
    await userEvent.click(more());
    expect(notifyError).toHaveBeenCalledExactlyOnceWith(
      'More products could not be loaded. Please try again.',
    );
    expect(more()).toBeEnabled();
  });
});
