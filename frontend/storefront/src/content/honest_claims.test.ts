import { expect, test } from 'vitest';
import { story } from '#content/about';
import { articleTexts } from '../pages/blog/article_texts';
import { articles } from '#content/articles';
import { faq } from '#content/faq';
import { privacy } from '#content/policies/privacy';
import { returnPolicy } from '#content/policies/return_policy';
import { shipping } from '#content/policies/shipping';

/** Claims that the law forbids for food, and dishonest ones. The disclaimer, which denies them, is not checked. */
const FORBIDDEN = [
  /\bcur(e|es|ed|ing)\b/i,
  /\btreat(s|ed|ing|ment)?\b/i,
  /\bheal(s|ed|ing)?\b/i,
  /\bprevent(s|ing)? (diabetes|disease|illness)/i,
  /\b(lower|reduce|control|reverse|regulate)s? (the |your )?(blood )?(sugar|diabetes)/i,
  /\b(detox|miracle|guaranteed|clinically proven)\b/i,
  /\bno side effects\b/i,
  /\b100 ?% safe\b/i,
];

const texts = { story, articles, articleTexts, faq, privacy, returnPolicy, shipping };

test.each(Object.entries(texts))('%s claims nothing that food may not claim', (_, content) => {
  const words = JSON.stringify(content);
  for (const claim of FORBIDDEN) expect(words).not.toMatch(claim);
});
