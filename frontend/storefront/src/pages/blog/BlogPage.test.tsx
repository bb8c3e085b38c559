import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { articles } from '#content/articles';
import BlogPage from './BlogPage';

test('a card shows the picture, the title, the short description and the way to the article', () => {
  render(<BlogPage />, { wrapper: MemoryRouter });
  const cards = screen.getAllByRole('listitem');
  expect(cards).toHaveLength(4);
  articles.forEach(({ id, title, description, image, imageText }, index) => {
    const card = within(cards[index] as HTMLElement);
    expect(card.getByRole('img', { name: imageText })).toHaveAttribute('src', `${image}-480.webp`);
    expect(card.getByRole('heading', { level: 2, name: title })).toBeVisible();
    expect(card.getByText(description)).toBeVisible();
    const link = card.getByRole('link', { name: `Read More about ${title}` });
    expect(link).toHaveAttribute('href', `/blog/${id}`);
  });
});
