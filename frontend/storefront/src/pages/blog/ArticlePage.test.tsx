import { render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { articles } from '#content/articles';
import { pages } from '../../page_table';
import { useCart } from '../../stores/cart';
import { ashwagandha, karela } from '../../test_data';
import ArticlePage from './ArticlePage';

function open(id: string) {
  render(
    <MemoryRouter initialEntries={[`/blog/${id}`]}>
      <Routes>
        <Route path={pages.article.path} element={<ArticlePage />} />
      </Routes>
    </MemoryRouter>,
  );
}

test.each(articles)(
  '/blog/$id shows the title, the picture and the whole text',
  ({ id, title, imageText }) => {
    open(String(id));
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByRole('img', { name: imageText })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThanOrEqual(6);
    expect(within(screen.getByRole('region', { name: 'In short' })).getAllByRole('listitem')).toHaveLength(3);
    expect(within(screen.getByRole('region', { name: 'Sources' })).getAllByRole('listitem')).toHaveLength(2);
    expect(document.title).toBe(`${title} · Notes from the mill · Vanmool`);
  },
);

test('the day of publication, readable and exact', () => {
  open('1');
  const day = screen.getByText('20 June 2025');
  expect(day).toHaveAttribute('datetime', '2025-06-20');
});

test('the quote that repeats the text is not read out twice', () => {
  open('2');
  const [quote] = screen.getAllByText(/stomachs like to be introduced/, { selector: 'blockquote' });
  expect(quote?.closest('[aria-hidden="true"]')).not.toBeNull();
});

test('the pack it is about is a link, as long as the shop sells it', () => {
  useCart.setState({ data: [ashwagandha, karela] });
  open('2');
  const pack = screen.getByRole('complementary', { name: 'In the shop' });
  expect(within(pack).getByRole('link', { name: 'See Karela Powder' })).toHaveAttribute(
    'href',
    `/product/${karela._id}`,
  );
});

test('without the pack there is no link to it', () => {
  useCart.setState({ data: [ashwagandha] });
  open('2');
  expect(screen.queryByRole('complementary', { name: 'In the shop' })).toBeNull();
});

test.each([
  ['1', '/blog/2', 'Karela Powder'],
  ['4', '/blog/1', 'Jamun Extract'],
])('after article %s comes %s', (id, path, title) => {
  open(id);
  const next = within(screen.getByRole('navigation', { name: 'Next article' })).getByRole('link');
  expect(next).toHaveAttribute('href', path);
  expect(next).toHaveTextContent(title);
});

test.each(['5', '0', '01', '1.0', 'jamun'])('/blog/%s is not an article', (id) => {
  open(id);
  expect(screen.getByRole('heading', { level: 1, name: 'Product not found.' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'All articles' })).toHaveAttribute('href', '/blog');
  expect(document.title).toContain('Product not found.');
});
