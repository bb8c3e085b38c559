import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HindiWords } from './HindiWords';

test.each([
  ['करेला', 'plain'],
  ['अश्वगंधा', 'joined'],
])('%s is in Hindi and in the font cut for %s words', (words, cut) => {
  render(<HindiWords words={words} />);
  const shown = screen.getByText(words);
  expect(shown).toHaveAttribute('lang', 'hi');
  expect(shown.className).toContain(cut);
});
