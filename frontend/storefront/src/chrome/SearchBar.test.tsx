import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, useLocation } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as client from '../api/client';
import * as lists from '../api/lists';
import type { Card, Cards } from '../api/types';
import { notifyError } from '../messages/notify';
import { ShopRouter } from '../navigation/ShopRouter';
import { useCart } from '../stores/cart';
import { ashwagandha, cardsOf, karela } from '../test_data';
import { SearchBar } from './SearchBar';

vi.mock('../api/client');
vi.mock('../api/lists');
vi.mock('../messages/notify');

const products = [
  { ...karela, otherNames: ['bitter melon', 'करेला'] },
  { ...ashwagandha, tagline: 'Winter cherry root' },
];

beforeEach(() => useCart.setState({ data: products }));

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function open() {
  render(
    <MemoryRouter initialEntries={['/contact']}>
      <SearchBar />
      <Address />
    </MemoryRouter>,
  );
}

const address = () => document.querySelector('output')?.textContent;
const field = () => screen.getByRole('combobox', { name: 'Search products' });
const choice = () => screen.getByRole('combobox', { name: /^Choose a product/ });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Search' }));

test.each(['', '   '])('blank words ("%s") do nothing', async (words) => {
  open();
  if (words) await userEvent.type(field(), words);
  await press();
  await userEvent.type(field(), '{Enter}');
  expect(address()).toBe('/contact');
});

test.each([
  ['Karela Powder', karela],
  ['karla', karela],
  ['bitter melon', karela],
  ['करेला', karela],
  ['ashwgandha', ashwagandha],
])('"%s" opens the product it means', async (words, product) => {
  open();
  await userEvent.type(field(), words);
  await press();
  await waitFor(() => expect(address()).toBe(`/product/${product._id}`));
});

test.each([
  ['immunity', 'immunity'],
  ['joint pain', 'joints'],
])(
  '"%s", which a product is good for and none is called, leads to the shelf of %s',
  async (words, concern) => {
    const [first, second] = products;
    useCart.setState({
      data: [
        { ...first, concerns: ['immunity'] },
        { ...second, concerns: ['joints'] },
      ] as Card[],
    });
    open();
    await userEvent.type(field(), `${words}{Enter}`);
    await waitFor(() => expect(address()).toBe(`/shop?concern=${concern}`));
  },
);

test('a product of that name is opened, also if a concern has the same name', async () => {
  useCart.setState({ data: [{ ...karela, concerns: ['karela'] }] });
  open();
  await userEvent.type(field(), 'karela{Enter}');
  await waitFor(() => expect(address()).toBe(`/product/${karela._id}`));
});

test('words that found a product leave the field', async () => {
  open();
  await userEvent.type(field(), 'karla{Enter}');
  await waitFor(() => expect(address()).toBe(`/product/${karela._id}`));
  expect(field()).toHaveValue('');
});

test('Enter searches as the button does', async () => {
  open();
  await userEvent.type(field(), 'karla{Enter}');
  await waitFor(() => expect(address()).toBe(`/product/${karela._id}`));
});

test('words that match no product lead to the not-found page, and are kept', async () => {
  open();
  await userEvent.type(field(), ' laptop & bag ');
  await press();
  await waitFor(() => expect(address()).toBe('/404?q=laptop%20%26%20bag'));
  expect(field()).toHaveValue(' laptop & bag ');
});

test('a search before the products are loaded waits for them', async () => {
  useCart.setState({ data: [] });
  vi.mocked(lists.listCards).mockResolvedValue(cardsOf(products));
  open();
  await userEvent.type(field(), 'karela{Enter}');
  await waitFor(() => expect(address()).toBe(`/product/${karela._id}`));
});

test('a search that cannot be done is told, and the page stays', async () => {
  useCart.setState({ data: [] });
  vi.mocked(lists.listCards).mockRejectedValue(new Error('no connection'));
  open();
  await userEvent.type(field(), 'karela{Enter}');
  await waitFor(() => expect(notifyError).toHaveBeenCalledOnce());
  expect(address()).toBe('/contact');
});

test('the list names every product, and picking one opens it', async () => {
  open();
  const options = Array.from(choice().querySelectorAll('option'), (option) => option.textContent);
  expect(options).toEqual(['All products', 'Karela Powder', 'Ashwagandha Powder']);
  await userEvent.selectOptions(choice(), 'Ashwagandha Powder');
  expect(address()).toBe(`/product/${ashwagandha._id}`);
  expect(choice()).toHaveValue('');
});

test.each([
  ['Enter', async () => fireEvent.keyDown(choice(), { key: 'Enter' })],
  ['the search button', press],
])('arrow keys pass over products without opening them; %s opens the one marked', async (_, confirm) => {
  open();
  // The events of a browser for an arrow key on the closed list.
  fireEvent.keyDown(choice(), { key: 'ArrowDown' });
  fireEvent.change(choice(), { target: { value: `/product/${karela._id}` } });
  fireEvent.keyDown(choice(), { key: 'ArrowDown' });
  fireEvent.change(choice(), { target: { value: `/product/${ashwagandha._id}` } });
  expect(address()).toBe('/contact');
  await confirm();
  expect(address()).toBe(`/product/${ashwagandha._id}`);
});

const suggested = () => screen.queryAllByRole('option', { name: /Powder (Bitter|Winter)/ });

test('suggestions come while typing, and a press opens one', async () => {
  open();
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.type(field(), 'as');
  await waitFor(() => expect(field()).toHaveAttribute('aria-expanded', 'true'));
  const [first] = suggested();
  expect(first).toHaveTextContent('Ashwagandha Powder Winter cherry root ₹349');
  await userEvent.click(first as HTMLElement);
  expect(address()).toBe(`/product/${ashwagandha._id}`);
  expect(field()).toHaveAttribute('aria-expanded', 'false');
});

test('the arrow keys mark a suggestion, Enter opens it', async () => {
  open();
  await userEvent.type(field(), 'powder');
  await waitFor(() => expect(suggested()).toHaveLength(2));
  await userEvent.keyboard('{ArrowUp}');
  const [first, last] = suggested();
  expect(last).toHaveAttribute('aria-selected', 'true');
  expect(field()).toHaveAttribute('aria-activedescendant', last?.id);
  await userEvent.keyboard('{ArrowDown}');
  expect(field()).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{ArrowDown}');
  expect(field()).toHaveAttribute('aria-activedescendant', first?.id);
  const { _id } =
    [karela, ashwagandha].find(({ productName }) => first?.textContent?.startsWith(productName)) ?? {};
  await userEvent.keyboard('{Enter}');
  expect(address()).toBe(`/product/${_id}`);
});

test.each([
  ['Escape', '{Escape}'],
  ['leaving the field', '{Tab}'],
])('%s puts the suggestions away and keeps the words', async (_, key) => {
  open();
  await userEvent.type(field(), 'kar');
  await waitFor(() => expect(field()).toHaveAttribute('aria-expanded', 'true'));
  await userEvent.keyboard(key);
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  expect(field()).toHaveValue('kar');
  expect(address()).toBe('/contact');
});

describe('in a shop of many products', () => {
  const neem = { ...karela, _id: 'neem', productName: 'Neem Powder', tagline: 'Bitter leaf' };

  beforeEach(() => {
    useCart.setState({ data: products, whole: false, total: 600 });
    vi.mocked(client.findCards)
      .mockReset()
      .mockResolvedValue(cardsOf([neem]));
  });

  test('the list leads to the products that it leaves out', async () => {
    open();
    await userEvent.selectOptions(choice(), 'More products…');
    expect(address()).toBe('/shop');
  });

  test('the server searches for the words', async () => {
    open();
    await userEvent.type(field(), 'nim powder{Enter}');
    await waitFor(() => expect(address()).toBe('/product/neem'));
    expect(client.findCards).toHaveBeenCalledWith({ search: 'nim powder' });
  });

  test('a search without results leads to the not-found page', async () => {
    vi.mocked(client.findCards).mockResolvedValue(cardsOf([]));
    open();
    await userEvent.type(field(), 'laptop{Enter}');
    await waitFor(() => expect(address()).toBe('/404?q=laptop'));
  });

  test('the later of two quick searches counts, however long the earlier one takes', async () => {
    let answerFirst: (cards: Cards) => void = () => {};
    vi.mocked(client.findCards).mockImplementation(async ({ search }) => {
      if (search !== 'karela') return cardsOf([neem]);
      return new Promise((done) => {
        answerFirst = done;
      });
    });
    open();
    await userEvent.type(field(), 'karela{Enter}');
    await waitFor(() => expect(client.findCards).toHaveBeenCalledWith({ search: 'karela' }));
    await userEvent.clear(field());
    await userEvent.type(field(), 'neem{Enter}');
    await waitFor(() => expect(address()).toBe('/product/neem'));
    await act(async () => answerFirst(cardsOf([karela])));
    expect(address()).toBe('/product/neem');
  });

  test('a search whose answer comes after the shopper went elsewhere leads nowhere', async () => {
    window.history.replaceState(null, '', '/contact');
    let answer: (cards: Cards) => void = () => {};
    vi.mocked(client.findCards).mockReturnValue(new Promise((done) => (answer = done)));
    render(
      <ShopRouter>
        <SearchBar />
        <Link to="/faq">FAQs</Link>
        <Address />
      </ShopRouter>,
    );
    await userEvent.type(field(), 'karela{Enter}');
    await waitFor(() => expect(client.findCards).toHaveBeenCalled());
    await userEvent.click(screen.getByRole('link', { name: 'FAQs' }));
    expect(address()).toBe('/faq');
    await act(async () => answer(cardsOf([karela])));
    expect(address()).toBe('/faq');
  });

  test('it is asked for suggestions when the shopper pauses, not for every letter', async () => {
    open();
    await userEvent.type(field(), 'neem');
    await waitFor(() => expect(screen.getByRole('option', { name: /^Neem Powder/ })).toBeVisible());
    expect(client.findCards).toHaveBeenCalledExactlyOnceWith({ search: 'neem' });
  });

  test('a late answer to an earlier text is ignored', async () => {
    let answerFirst: (cards: Cards) => void = () => {};
    vi.mocked(client.findCards).mockReturnValueOnce(new Promise((done) => (answerFirst = done)));
    open();
    await userEvent.type(field(), 'karel');
    await waitFor(() => expect(client.findCards).toHaveBeenCalledOnce());
    await userEvent.clear(field());
    await userEvent.type(field(), 'neem');
    await waitFor(() => expect(client.findCards).toHaveBeenCalledTimes(2));
    await act(async () => answerFirst(cardsOf([{ ...karela, productName: 'Neem Karela' }])));
    await screen.findByRole('option', { name: /^Neem Powder/ });
    expect(screen.queryByRole('option', { name: /^Neem Karela/ })).toBeNull();
  });

  test('an outage of the suggestions is told beside the field, which works on', async () => {
    vi.mocked(client.findCards).mockRejectedValueOnce(new Error('down'));
    open();
    await userEvent.type(field(), 'neem');
    await screen.findByText('Suggestions are not available right now. The search itself may work.');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/product/neem'));
  });
});
