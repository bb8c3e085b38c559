import { expect, test } from 'vitest';
import { articleTexts } from '../pages/blog/article_texts';
import { articles } from '#content/articles';
import type { ArticleText } from './article_text';
import { wordsOf } from './test_words';

const WORDS_A_MINUTE = 200;

function fullText(id: number): { text: ArticleText; words: string[] } {
  const text = articleTexts[id];
  if (!text) throw new Error(`article ${id} has no text`);
  const sections = text.sections.flatMap(({ heading, blocks }) => [heading, ...blocks]);
  return { text, words: wordsOf([...text.lead, ...sections]) };
}

test('four articles in the order of their ids', () => {
  expect(articles.map(({ id, title }) => [id, title])).toEqual([
    [1, 'Jamun Extract'],
    [2, 'Karela Powder'],
    [3, 'B12 Powder'],
    [4, 'Moringa'],
  ]);
});

test.each(articles)('$title is worth a sitting: 500 to 800 words, in sections', ({ id, minutes }) => {
  const { text, words } = fullText(id);
  expect(words.length).toBeGreaterThanOrEqual(500);
  expect(words.length).toBeLessThanOrEqual(800);
  expect(minutes).toBe(Math.ceil(words.length / WORDS_A_MINUTE));
  expect(text.sections.length).toBeGreaterThanOrEqual(4);
  expect(text.inShort.length).toBeGreaterThanOrEqual(3);
});

test.each(articles)('$title is quoted word for word, and sends to a doctor', ({ id }) => {
  const { text, words } = fullText(id);
  const running = words.join(' ');
  expect(running).toContain(text.quote);
  expect(running).toMatch(/doctor/);
});

test.each(articles)(
  '$title has a description that a search result shows whole',
  ({ description, published }) => {
    expect(description.length).toBeLessThanOrEqual(160);
    expect(published).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  },
);
