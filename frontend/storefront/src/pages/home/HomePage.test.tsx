import { act, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { useCart } from '../../stores/cart';
import { ashwagandha, karela, manyPouches } from '../../test_data';
import HomePage from './HomePage';

async function open(products = [karela, ashwagandha]) {
  useCart.setState({ data: products });
  const { container } = render(<HomePage />, { wrapper: MemoryRouter });
  // The lower sections are a chunk of their own.
  await act(async () => void (await import('./HomeSections')));
  return container;
}

test('the page shows its parts in their order', async () => {
  const page = await open();
  const sections = [...page.querySelectorAll('section[aria-label], section[aria-labelledby]')];
  expect(sections.map((section) => section.getAttribute('aria-labelledby'))).toEqual([
    // The slider is labelled without a heading.
    null,
    'products-heading',
    'promo-heading',
    'ingredients-heading',
    'reviews-heading',
  ]);
});

test('every product has a card in the strip', async () => {
  await open();
  const cards = within(screen.getByRole('list', { name: 'Products' })).getAllByRole('listitem');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
    'Karela Powder',
    'Ashwagandha Powder',
  ]);
});

test('the first 24 of 500 products have a card, each drawn once, and the last place leads to all of them', async () => {
  let draws = 0;
  const products = manyPouches(500).map((pouch) =>
    // Nothing else on this page reads `tagline`.
    Object.defineProperty(pouch, 'tagline', { get: () => `${++draws}` }),
  );
  await open(products);
  const places = within(screen.getByRole('list', { name: 'Products' })).getAllByRole('listitem');
  expect(places).toHaveLength(25);
  expect(draws).toBe(24);
  const all = within(places.at(-1) as HTMLElement).getByRole('link', { name: 'See all powders' });
  expect(all).toHaveAttribute('href', '/shop');
});

test('there is one main heading, whichever slide is shown', async () => {
  const page = await open();
  const heading = screen.getByRole('heading', {
    level: 1,
    name: 'Vanmool: Herbal powders, stone-milled in Surat',
  });
  expect(page.querySelectorAll('h1')).toHaveLength(1);
  expect(heading.closest('[aria-roledescription]')).toBeNull();
});

test('the offer is the one the shop keeps, and leads to the shop', async () => {
  await open();
  const offer = screen.getByRole('region', { name: 'Prepaid orders are delivered free, anywhere in India' });
  expect(within(offer).getByRole('link')).toHaveAttribute('href', '/shop');
});

test('seven ingredients with their Hindi names lead to their powder, or to the shop', async () => {
  await open();
  const ingredients = within(screen.getByRole('region', { name: 'Ingredients' }));
  expect(ingredients.getAllByRole('listitem')).toHaveLength(7);
  const link = (name: string) => ingredients.getByRole('link', { name });
  expect(link('Ashwagandha अश्वगंधा')).toHaveAttribute('href', `/product/${ashwagandha._id}`);
  expect(link('B12 बी12')).toHaveAttribute('href', '/shop');
});

test('the story and the blog are a tap away', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Read our story' })).toHaveAttribute('href', '/aboutUs');
  expect(screen.getByRole('link', { name: 'Open the blog' })).toHaveAttribute('href', '/blog');
});

test('until the products are there, places hold their room', async () => {
  await open([]);
  const strip = screen.getByRole('list', { name: 'Products' });
  expect(strip.children.length).toBeGreaterThan(0);
  // Placeholders are hidden from screen readers.
  expect(within(strip).queryAllByRole('listitem')).toEqual([]);
});
