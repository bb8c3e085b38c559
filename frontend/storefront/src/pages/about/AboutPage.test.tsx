import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { wordsOf } from '../../content/test_words';
import { story } from '#content/about';
import AboutPage from './AboutPage';

test('the story of the brand, from Surat, with its picture', () => {
  render(<AboutPage />, { wrapper: MemoryRouter });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Our story');
  expect(screen.getByRole('img', { name: /stone mill/ })).toHaveAttribute(
    'src',
    '/images/story/mill-480.webp',
  );
  for (const paragraph of [story.lead, ...story.paragraphs]) {
    expect(screen.getByText(paragraph)).toBeVisible();
  }
  const count = wordsOf([story.lead, ...story.paragraphs]).length;
  expect(count).toBeGreaterThanOrEqual(150);
  expect(count).toBeLessThanOrEqual(300);
});

test('the way to the powders', () => {
  render(<AboutPage />, { wrapper: MemoryRouter });
  expect(screen.getByRole('link', { name: 'See the powders' })).toHaveAttribute('href', '/shop');
});
